// Bytes of a number whose most significant one comes first.
// options: -m32 --endian big
union { int number; char bytes[4]; } u;
int main(void) { u.number = 0x01020304; return u.bytes[0]; }
