// There is a program's name, and not more arguments than the system has room for.
// check: AG !at(NONE) => TRUE
// check: AG !at(MANY) => TRUE
// check: AG !at(SOME) => FALSE
// check: AG !at(OVERFLOW) => TRUE
int main(int argc, char **argv) {
  int x = 0;
  if (argc < 1) { NONE: x = 1; }
  if (argc > 6291456) { MANY: x = 2; }
  if (argc == 6291456) { SOME: x = 3; }
  if (argc * 8 < argc) { OVERFLOW: x = 4; }
  return x;
}
