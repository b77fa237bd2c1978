/* Allocating functions: their calls are counted; where no contents are given, all bytes are the same. */
typedef __SIZE_TYPE__ size;
extern void *__real_calloc(size, size), *__real_realloc(void *, size);
extern size malloc_usable_size(void *);

static void *full(void *p, size from, size to) {
  for (size at = from; p && at < to; at++) ((unsigned char *)p)[at] = filling();
  return p;
}

static void *given(void *p, size bytes, int function) {
  static number calls;
  static size done;
  unsigned char *to = p;
  if (!p && bytes) end(NO_MEMORY);
  calls++;
  for (; contents[done].call == calls; done++) {
    if (contents[done].function != function || contents[done].offset >= bytes) end(OTHER_MEMORY);
    to[contents[done].offset] = contents[done].byte;
  }
  return p;
}

static void *new(size n, int function) {
  return given(filling() ? full(__real_calloc(1, n), 0, n) : __real_calloc(1, n), n, function);
}

void *__wrap_malloc(size n) { return new(n, MALLOC); }
void *__wrap_calloc(size m, size n) { return given(__real_calloc(m, n), m * n, CALLOC); }
void *__wrap_realloc(void *p, size n) {
  size old = p ? malloc_usable_size(p) : 0;
  return given(full(__real_realloc(p, n), old, n), n, REALLOC);
}
/* It lives longer than it should, which no program that is right can see. */
void *belnap_alloca(size n) { return new(n, ALLOCA); }
__attribute__((weak)) void *alloca(size n) { return belnap_alloca(n); }

/* A cell of a variable. Where the variable is not as large as it was taken to be, the run ends. */
void belnap_cell(void *p, size bytes, int whole, size index, size width, number value) {
  unsigned char *to = p;
  if (whole ? bytes != width : index >= bytes / width) end(OTHER_MEMORY);
  for (size at = 0; at < width; at++) to[index * width + at] = value >> 8 * at;
}
