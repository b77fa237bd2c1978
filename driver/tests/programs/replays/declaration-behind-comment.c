// A value goes to a declaration behind a comment.
// check: AG !failed => FALSE
// says: , replayed$
extern void reach_error(void);
int main(void) {
  /* a; */ int a;
  if (a == 7) reach_error(); return 0; }
