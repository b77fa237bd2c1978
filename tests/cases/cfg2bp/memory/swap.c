// Members of a structure behind a pointer.
struct pair { int a, b; };
void swap(struct pair *p) {
    int t = p->a;
    p->a = p->b;
    p->b = t;
}
int main(void) {
    struct pair q;
    q.a = 1;
    q.b = 2;
    swap(&q);
    if (q.a != 2) {
    ERROR:;
    }
    return 0;
}
