/* Objects on the stack and those of the whole program, which a program that was compiled to look at
   its accesses leaves room between. Its own code marks the room on the stack, with a byte for each
   eight (0: all of them may be used; up to 7: so many; negative: none), at an address that is known to
   both; of objects of the whole program it says how large they are. */
#if defined __linux__ && (defined __x86_64__ || defined __i386__)
#ifdef __x86_64__
enum { SHADOW = 0x7fff8000 };
#else
enum { SHADOW = 0x20000000 };
#endif
enum { STACK = 128 << 20 };
static unsigned long lowest;
static struct wholes {
  const struct whole { unsigned long at, size, room, rest[5]; } *all;
  unsigned long count;
} files[64];
static unsigned count_of_files;

/* Makes room for the marks of the stack. */
static void shade(void) {
  const unsigned long highest = ((unsigned long)__builtin_frame_address(0) | 0x7fff) + 1;
  enum { USED = 3, HOW = 0x104022 };
  lowest = highest - STACK;
#ifdef __x86_64__
  register long how __asm__("r10") = HOW, file __asm__("r8") = -1, from __asm__("r9") = 0;
  long answer;
  __asm__ volatile("syscall" : "=a"(answer)
                   : "0"(9), "D"((lowest >> 3) + SHADOW), "S"(STACK >> 3), "d"(USED), "r"(how),
                     "r"(file), "r"(from)
                   : "rcx", "r11", "memory");
#else
  const struct { unsigned long at, size; long used, how, file, from; } wanted = {
    (lowest >> 3) + SHADOW, STACK >> 3, USED, HOW, -1, 0
  };
  ask(90, (long)&wanted, 0, 0);
#endif
}

static int is_between_objects(unsigned long at) {
  unsigned file;
  unsigned long one;
  if (at - lowest < STACK) {
    const signed char mark = *(const signed char *)((at >> 3) + SHADOW);
    return mark && (mark < 0 || (signed char)(at & 7) >= mark);
  }
  for (file = 0; file < count_of_files; file++)
    for (one = 0; one < files[file].count; one++) {
      const struct whole *whole = &files[file].all[one];
      if (at - whole->at < whole->room) return at - whole->at >= whole->size;
    }
  return 0;
}

static void look_at(unsigned long at, unsigned long bytes, void *caller) {
  const unsigned long end = at + bytes;
  for (; at < end; at++)
    if (is_between_objects(at)) crashed_at(11, 0, (unsigned long)caller - 1);
}

void __asan_register_globals(const struct whole *all, unsigned long count) {
  if (count_of_files == sizeof files / sizeof *files) return;
  files[count_of_files].all = all;
  files[count_of_files++].count = count;
}
void __asan_unregister_globals(const struct whole *all, unsigned long count) {}
void __asan_handle_no_return(void) {}

#define LOOK(bytes) \
  void __asan_load##bytes##_noabort(unsigned long at) { \
    look_at(at, bytes, __builtin_return_address(0)); \
  } \
  void __asan_store##bytes##_noabort(unsigned long at) { \
    look_at(at, bytes, __builtin_return_address(0)); \
  }
LOOK(1)
LOOK(2)
LOOK(4)
LOOK(8)
LOOK(16)
void __asan_loadN_noabort(unsigned long at, unsigned long bytes) {
  look_at(at, bytes, __builtin_return_address(0));
}
void __asan_storeN_noabort(unsigned long at, unsigned long bytes) {
  look_at(at, bytes, __builtin_return_address(0));
}

#endif

#if SHADED
/* Functions of the library do not look. */
#define LOOKS __attribute__((section("looks")))
extern void *__real_memcpy(void *, const void *, __SIZE_TYPE__);
extern void *__real_memmove(void *, const void *, __SIZE_TYPE__);
extern void *__real_memset(void *, int, __SIZE_TYPE__);
extern char *__real_strcpy(char *, const char *);
extern __SIZE_TYPE__ strlen(const char *);
static void look_at_both(void *to, const void *from, unsigned long bytes, void *caller) {
  look_at((unsigned long)from, bytes, caller);
  look_at((unsigned long)to, bytes, caller);
}
LOOKS void *__wrap_memcpy(void *to, const void *from, __SIZE_TYPE__ bytes) {
  look_at_both(to, from, bytes, __builtin_return_address(0));
  return __real_memcpy(to, from, bytes);
}
LOOKS void *__wrap_memmove(void *to, const void *from, __SIZE_TYPE__ bytes) {
  look_at_both(to, from, bytes, __builtin_return_address(0));
  return __real_memmove(to, from, bytes);
}
LOOKS void *__wrap_memset(void *to, int byte, __SIZE_TYPE__ bytes) {
  look_at_both(to, to, bytes, __builtin_return_address(0));
  return __real_memset(to, byte, bytes);
}
LOOKS char *__wrap_strcpy(char *to, const char *from) {
  look_at_both(to, from, strlen(from) + 1, __builtin_return_address(0));
  return __real_strcpy(to, from);
}
#endif
