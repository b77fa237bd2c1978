// What is freed is read.
// options: --check access
// check: default => FALSE
// options: --check free
// check: default => TRUE
extern void *malloc(unsigned long);
extern void free(void *);
int main(void) {
  int *p = malloc(sizeof *p);
  *p = 5;
  free(p);
  return *p;
}
