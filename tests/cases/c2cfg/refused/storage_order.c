#pragma scalar_storage_order big-endian
struct a { int i; };
int main(void) { return sizeof(struct a); }
