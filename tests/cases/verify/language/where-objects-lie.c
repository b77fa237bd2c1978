// Objects lie in user space: not in the first page, nor behind 47 bits. They do not wrap around.
// check: AG !at(FIRST_PAGE) => TRUE
// check: AG !at(BEHIND_FIRST_PAGE) => FALSE
// check: AG !at(KERNEL) => TRUE
// check: AG !at(USER) => FALSE
// check: AG !at(NEGATIVE) => TRUE
// check: AG !at(TAGGED) => TRUE
// check: AG !at(ALLOCATED) => TRUE
// check: AG !at(ODD) => TRUE
// check: AG !at(SMALL) => FALSE
extern void *malloc(unsigned long);
extern char named[];
int x, a[4];
int main(void) {
  int local = 0, *p = &local;
  unsigned long at = (unsigned long)&x, tagged = at << 16 | 5;
  if (at < 4096) { FIRST_PAGE: x = 1; } else { BEHIND_FIRST_PAGE: x = 2; }
  if (at >> 47) { KERNEL: x = 3; } else { USER: x = 4; }
  if ((long)(a + 4) < 0) { NEGATIVE: x = 5; }
  if ((int *)(tagged >> 16) != &x) { TAGGED: x = 6; }
  if ((unsigned long)malloc(8) < 4096) { ALLOCATED: x = 7; }
  if ((unsigned long)p & 1) { ODD: x = 8; }
  // A linker may give a number a name.
  if ((unsigned long)named < 4096) { SMALL: x = 9; }
  return local;
}
