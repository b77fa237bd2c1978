// options: --extern pure
extern int device(int *state, int n);
int s;
int main(void) { int r = device(&s, 3); return r + s; }
