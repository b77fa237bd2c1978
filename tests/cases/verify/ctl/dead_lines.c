// Places that passes find out of reach are known in properties.
// property: AG !at(dead_lines.c:10) => TRUE
// property: EF enter(unused) => FALSE
// property: AG (at(dead_lines.c:14) -> {g == 2}) => TRUE
int g;
void unused(void) { g = 3; }
int main(void) {
  int c = 0;
  if (c)
    g = 1;
  if (c > 1)
    unused();
  g = 2;
  return g;
}
