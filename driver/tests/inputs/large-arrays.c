extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
char a[1500000000], b[1500000000], c[1500000000];
int main(void) { char *p = a; if (p != b && p != c) reach_error(); return 0; }
