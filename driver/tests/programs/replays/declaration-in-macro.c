// A declaration in a macro is not seen.
// check: AG !failed => FALSE
// says: its declaration is not seen at declaration-in-macro.c:7
extern void reach_error(void);
#define DECL int a; int b
int main(void) {
  DECL;
  if (a == 7) reach_error();
  return 0; }
