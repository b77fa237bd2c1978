// Arguments of a program are strings, and variables have their first values.
// options: --function main
// check: default => FALSE
// says: , replayed
// check: AG !at(NEVER) => TRUE
// says: the program has at most 2 arguments
extern void reach_error(void);
static int started;
int main(int argc, char **argv)
{
  if (started || argv[argc]) {
  NEVER:;
  }
  if (argc == 2 && argv[1][0] == '-' && argv[1][1] == 'x') reach_error();
  return 0;
}
