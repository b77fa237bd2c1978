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

extern void __real_free(void *);

/* Where a check is about memory, each block ends where a page ends, behind which nothing may be used,
   and neither may what is freed. */
#if defined __linux__ && (defined __x86_64__ || defined __i386__)
enum { PAGE = 4096 };
static struct block {
  unsigned char *p;
  size n;
  int live, found;
  struct block *next;
} *blocks;

static size pages(size n) { return (n + PAGE - 1) / PAGE * PAGE; }

static void *guarded(size n) {
  /* Elements of what has such a size need no more than that. */
  const size align = n % 16 ? n & -n : 16;
  struct block *block = __real_calloc(1, sizeof *block);
  unsigned char *start = n < 1 << 29 ? __real_calloc(1, pages(n) + 2 * PAGE) : 0;
  if (!block || !start) return 0;
  start += PAGE - (size)start % PAGE;
  ask(mprotect_, (long)(start + pages(n)), PAGE, 0);
  block->p = start + pages(n) - (n + align - 1) / align * align;
  block->n = n;
  block->live = 1;
  block->next = blocks;
  blocks = block;
  return block->p;
}

/* The block that an address is in, or just behind. */
static struct block *block_of(const void *p) {
  struct block *block = blocks;
  while (block && (size)p - (size)block->p > block->n) block = block->next;
  return block;
}

/* What is freed, if it was allocated here; the program ends where that is wrong. */
static struct block *drop(void *p, void *caller) {
  struct block *block = GUARDED ? block_of(p) : 0;
  if (!block) return 0;
  if (block->p != p || !block->live) crashed_at(6, 0, (unsigned long)caller - 1);
  block->live = 0;
  return block;
}

static void vanish(struct block *block) {
  ask(mprotect_, (long)((size)block->p / PAGE * PAGE), pages(block->n), 0);
}

/* Marks what is pointed to from some words. */
static void find(const void *from, const void *to) {
  const size *word = (const size *)(((size)from + sizeof(size) - 1) / sizeof(size) * sizeof(size));
  for (; word + 1 <= (const size *)to; word++) {
    struct block *block = block_of((const void *)*word);
    if (!block || !block->live || block->found) continue;
    block->found = 1;
    find(block->p, block->p + block->n);
  }
}

/* At the end of the program; 131: something is not freed, 132: nor pointed to. */
extern char __data_start[], _end[], **environ;
__attribute__((destructor)) static void look_for_leaks(void) {
  struct block *block;
  if (!LEAKS && !LOSES) return;
  if (LOSES) find(__data_start, _end), find(__builtin_frame_address(0), environ);
  for (block = blocks; block; block = block->next)
    if (block->live && !block->found) crashed_at(LOSES ? 132 : 131, 0, 0);
}
#else
struct block { unsigned char *p; size n; };
static void *guarded(size n) { return __real_calloc(1, n); }
static struct block *drop(void *p, void *caller) { return 0; }
static void vanish(struct block *block) {}
#endif

static void *fresh(size n) { return GUARDED ? guarded(n) : __real_calloc(1, n); }

static void *new(size n, int function) {
  return given(filling() ? full(fresh(n), 0, n) : fresh(n), n, function);
}

void *__wrap_malloc(size n) { return new(n, MALLOC); }
void *__wrap_calloc(size m, size n) {
  if (!GUARDED || (n && m > (size)-1 / n)) return given(__real_calloc(m, n), m * n, CALLOC);
  return given(fresh(m * n), m * n, CALLOC);
}
void __wrap_free(void *p) {
  struct block *block = drop(p, __builtin_return_address(0));
  if (block) vanish(block);
  else __real_free(p);
}
void *__wrap_realloc(void *p, size n) {
  struct block *block = drop(p, __builtin_return_address(0));
  size old = block ? block->n : p ? malloc_usable_size(p) : 0;
  unsigned char *new = block || (GUARDED && !p) ? fresh(n) : __real_realloc(p, n);
  if (block) {
    for (size at = 0; new && at < old && at < n; at++) new[at] = block->p[at];
    vanish(block);
  }
  return given(full(new, old, n), n, REALLOC);
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
