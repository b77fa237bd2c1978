struct __attribute__((ms_struct)) a { char c; int b : 3; };
struct b { int i; } __attribute__((scalar_storage_order("big-endian")));
int main(void) { return sizeof(struct a); }
