// Expressions: precedence, GNU forms, builtins.
typedef struct { int a; int b[4]; } S; typedef int T;
int x = 1 + 2 * 3 - 4 / 5 % 6 << 7 >> 8 < 9, y = 1 == 2 != 3 & 4 ^ 5 | 6 && 7 || 8;
int f(S *s, int n, ...) {
    s->a = n += s->b[n]++ - --n, n <<= 1;
    n = a ? b : c ? d : e; n = a ?: b ? c, d : e; n = a = b = c;
    n = -x + ~y - !n * *&n & +n - -n - - -n; n = (x); n = x + (T) - y * (T) (y) + (T*) &n;
    n = sizeof n + sizeof(T) + sizeof (n) [0] + sizeof(T*) * 2 + sizeof (T){1} + sizeof -n;
    n = _Alignof(T) + __alignof__ n + __alignof__(n);
    S v = { 1, { 2 }, }, w = { .a = 1, .b = { [0] = 1, [1 ... 2] = 3 } }, u = { a: 1, b: {} };
    int arr[] = { [2] 5, [0][1] = 2 }; S e = {}; s = &(S){ .a = 1, .b[2] = 3 }; (T){ 1 }; (int[]){ 1, 2 };
    n = __builtin_offsetof(S, b[2]) + __builtin_offsetof(struct q, a.b->c) + __builtin_types_compatible_p(T, int);
    n = __builtin_va_arg(ap, T) + __builtin_choose_expr(1, n, "x") + __builtin_expect(n, 0);
    n = _Generic(n, T: 1, char *: 2, default: 3) + __real__ n + __imag__(n);
    n = a < b > c; n = a & b == c; n = (a, b); n = f(a)(b)[c].d->e++; n = __extension__ (1);
    n = s->b[1] * 2 + "abc"[1]; n = a && b || c && d; n = a - b - c; n = a - (b - c);
    return n ? (T) 1 : ({ 2; });
}
