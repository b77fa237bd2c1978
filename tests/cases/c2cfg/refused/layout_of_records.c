// Attributes and pragmas that ask for a layout, or for names, that we do not follow.
struct swapped { int i; } __attribute__((scalar_storage_order("big-endian")));
struct native { int i; } __attribute__((scalar_storage_order("little-endian")));
struct __attribute__((ms_struct)) foreign { char c; int a : 3; short b : 4; };
#pragma scalar_storage_order big-endian
struct pragma { int i; };
#pragma scalar_storage_order default
typedef int unusual __attribute__((mode(V4SI)));
int *vectors __attribute__((vector_size(16)));
int main(void) { struct swapped s = { 1 }; struct pragma p = { 1 }; return s.i + p.i; }
