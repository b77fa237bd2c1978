/* Models of library functions, read by Belnap's own parser: one function per model, no
 * preprocessor. A model is used where the program has no body for a function of that name; one
 * with the attribute `override` is used even if it has one.
 *
 * A local variable without an initializer has any value (a choice of the environment). Functions
 * named __belnap_... are described in frontend/src/lower/intrinsics.rs.
 *
 * An attribute can stand for a body; this gives smaller graphs (frontend/src/lower/attributes.rs):
 *   belnap_nondet      the result is a choice of the environment
 *   belnap_no_effect   changes nothing; the result is unknown (and noted if it is used); with
 *                      belnap_frees, a verdict rests on it that what is freed is allocated
 *   belnap_print       may store through its variable arguments how much it has written, as the
 *                      format says; together with belnap_no_effect, or with a body
 *   belnap_write       writes text as the format says, if that is a literal whose conversions are known;
 *                      the body is for other formats
 *   belnap_input       reads numbers as the format says, as many as the result says (a choice of the
 *                      environment if all are read); with other formats as belnap_scan
 *   belnap_scan        what is stored where the variadic arguments point to is unknown, and so is
 *                      the result, -1 or at most the number of these arguments
 *   belnap_halt        the program ends; with belnap_assumed, a verdict rests on that, and with
 *                      belnap_never on it that the function is not called
 *   belnap_fail        an assertion has failed
 *   belnap_assume, belnap_assert   the same, unless the argument is true
 */

typedef typeof(sizeof(0)) size_t;
typedef int s32 __attribute__((mode(SI)));
typedef unsigned int u32 __attribute__((mode(SI)));
typedef typeof((char *)0 - (char *)0) ptrdiff_t;

void __belnap_halt(void);
void __belnap_nondet(void *);
void __belnap_unknown(void *);
void __belnap_nondet_reachable(void *);
void __belnap_unknown_reachable(void *);
void *__belnap_allocate(size_t size, int zeroed);
void *__belnap_allocate_lasting(size_t size);
void __belnap_free(void *pointer);
void __belnap_copy_block(void *to, const void *from, size_t size);
void *__belnap_scratch(size_t size);
void __belnap_fill(void *to, int byte, size_t size);
void __belnap_copy(void *to, const void *from, size_t size);
void __belnap_apart(const void *to, const void *from, const char *detail);
void __belnap_print(const char *format, __builtin_va_list list);
void __belnap_note(const char *construct, const char *detail);

/* ---- Verification tasks ---- */

void __VERIFIER_assume(int condition) __attribute__((belnap_assume));

void __VERIFIER_atomic_begin(void) __attribute__((belnap_no_effect));
void __VERIFIER_atomic_end(void) __attribute__((belnap_no_effect));

_Bool __VERIFIER_nondet_bool(void) __attribute__((belnap_nondet));
_Bool __VERIFIER_nondet__Bool(void) __attribute__((belnap_nondet));
char __VERIFIER_nondet_char(void) __attribute__((belnap_nondet));
signed char __VERIFIER_nondet_schar(void) __attribute__((belnap_nondet));
unsigned char __VERIFIER_nondet_uchar(void) __attribute__((belnap_nondet));
short __VERIFIER_nondet_short(void) __attribute__((belnap_nondet));
unsigned short __VERIFIER_nondet_ushort(void) __attribute__((belnap_nondet));
int __VERIFIER_nondet_int(void) __attribute__((belnap_nondet));
unsigned int __VERIFIER_nondet_uint(void) __attribute__((belnap_nondet));
unsigned int __VERIFIER_nondet_unsigned(void) __attribute__((belnap_nondet));
unsigned int __VERIFIER_nondet_unsigned_int(void) __attribute__((belnap_nondet));
long __VERIFIER_nondet_long(void) __attribute__((belnap_nondet));
unsigned long __VERIFIER_nondet_ulong(void) __attribute__((belnap_nondet));
long long __VERIFIER_nondet_longlong(void) __attribute__((belnap_nondet));
unsigned long long __VERIFIER_nondet_ulonglong(void) __attribute__((belnap_nondet));
__int128 __VERIFIER_nondet_int128(void) __attribute__((belnap_nondet));
unsigned __int128 __VERIFIER_nondet_uint128(void) __attribute__((belnap_nondet));
signed char __VERIFIER_nondet_s8(void) __attribute__((belnap_nondet));
unsigned char __VERIFIER_nondet_u8(void) __attribute__((belnap_nondet));
short __VERIFIER_nondet_s16(void) __attribute__((belnap_nondet));
unsigned short __VERIFIER_nondet_u16(void) __attribute__((belnap_nondet));
s32 __VERIFIER_nondet_s32(void) __attribute__((belnap_nondet));
u32 __VERIFIER_nondet_u32(void) __attribute__((belnap_nondet));
long long __VERIFIER_nondet_s64(void) __attribute__((belnap_nondet));
unsigned long long __VERIFIER_nondet_u64(void) __attribute__((belnap_nondet));
signed char __VERIFIER_nondet_S8(void) __attribute__((belnap_nondet));
unsigned char __VERIFIER_nondet_U8(void) __attribute__((belnap_nondet));
short __VERIFIER_nondet_S16(void) __attribute__((belnap_nondet));
unsigned short __VERIFIER_nondet_U16(void) __attribute__((belnap_nondet));
s32 __VERIFIER_nondet_S32(void) __attribute__((belnap_nondet));
u32 __VERIFIER_nondet_U32(void) __attribute__((belnap_nondet));
size_t __VERIFIER_nondet_size_t(void) __attribute__((belnap_nondet));
ptrdiff_t __VERIFIER_nondet_ptrdiff_t(void) __attribute__((belnap_nondet));
long long __VERIFIER_nondet_loff_t(void) __attribute__((belnap_nondet));
unsigned long __VERIFIER_nondet_sector_t(void) __attribute__((belnap_nondet));
unsigned long __VERIFIER_nondet_pthread_t(void) __attribute__((belnap_nondet));
float __VERIFIER_nondet_float(void) __attribute__((belnap_nondet));
double __VERIFIER_nondet_double(void) __attribute__((belnap_nondet));
long double __VERIFIER_nondet_longdouble(void) __attribute__((belnap_nondet));
void *__VERIFIER_nondet_pointer(void) __attribute__((belnap_nondet));
char *__VERIFIER_nondet_pchar(void) __attribute__((belnap_nondet));
char *__VERIFIER_nondet_charp(void) __attribute__((belnap_nondet));

/* ---- The end of the program ---- */

void abort(void) __attribute__((belnap_halt));
void exit(int status) __attribute__((belnap_halt));
void _exit(int status) __attribute__((belnap_halt));
void _Exit(int status) __attribute__((belnap_halt));
void quick_exit(int status) __attribute__((belnap_halt));
void __builtin_unreachable(void) __attribute__((belnap_halt, belnap_never));
void __builtin_trap(void) __attribute__((belnap_halt));
void panic(const char *format, ...) __attribute__((belnap_halt, belnap_assumed));

/* ---- Memory ---- */

void *malloc(size_t size)
{
  __belnap_note("memory-allocation", "malloc never fails, and gives no address twice");
  return __belnap_allocate(size, 0);
}
void *calloc(size_t count, size_t size)
{
  __belnap_note("memory-allocation", "calloc never fails, and gives no address twice");
  return __belnap_allocate(count * size, 1);
}
void *realloc(void *old, size_t size)
{
  void *new;
  __belnap_note("memory-allocation", "realloc never fails, gives no address twice, and what it adds is not read before it is written");
  new = __belnap_allocate(size, 0);
  if (old) {
    /* C libraries free the memory and give nothing for it, or do not. */
    if (!size) {
      int frees;
      __belnap_unknown(&frees);
      if (frees) {
        __belnap_free(new);
        __belnap_free(old);
        return 0;
      }
    }
    __belnap_copy_block(new, old, size);
    __belnap_free(old);
  }
  return new;
}
void *valloc(size_t size)
{
  __belnap_note("memory-allocation", "valloc never fails, and gives no address twice");
  return __belnap_allocate(size, 0);
}
void *memalign(size_t alignment, size_t size)
{
  __belnap_note("memory-allocation", "memalign never fails, and gives no address twice");
  return __belnap_allocate(size, 0);
}
void *aligned_alloc(size_t alignment, size_t size)
{
  __belnap_note("memory-allocation", "aligned_alloc never fails, and gives no address twice");
  return __belnap_allocate(size, 0);
}
void free(void *pointer) __attribute__((belnap_no_effect, belnap_frees));
void cfree(void *pointer) __attribute__((belnap_no_effect, belnap_frees));

/* The kernel's allocation may fail. */
void *kmalloc(size_t size, unsigned int flags)
{
  int fails;
  if (fails) return 0;
  return __belnap_allocate(size, 0);
}
void *__kmalloc(size_t size, unsigned int flags)
{
  int fails;
  if (fails) return 0;
  return __belnap_allocate(size, 0);
}
void *kzalloc(size_t size, unsigned int flags)
{
  int fails;
  if (fails) return 0;
  return __belnap_allocate(size, 1);
}
void *kcalloc(size_t count, size_t size, unsigned int flags)
{
  int fails;
  if (fails) return 0;
  return __belnap_allocate(count * size, 1);
}
void *vmalloc(unsigned long size)
{
  int fails;
  if (fails) return 0;
  return __belnap_allocate(size, 0);
}
void *vzalloc(unsigned long size)
{
  int fails;
  if (fails) return 0;
  return __belnap_allocate(size, 1);
}
void kfree(const void *pointer) __attribute__((belnap_no_effect, belnap_frees));
void vfree(const void *pointer) __attribute__((belnap_no_effect, belnap_frees));

void *memset(void *to, int byte, size_t size)
{
  __belnap_fill(to, byte, size);
  return to;
}
void *memcpy(void *to, const void *from, size_t size)
{
  __belnap_note("overlapping-copy", "what memcpy copies does not overlap with where it goes");
  __belnap_copy(to, from, size);
  return to;
}
void *memmove(void *to, const void *from, size_t size)
{
  __belnap_copy(to, from, size);
  return to;
}
void *mempcpy(void *to, const void *from, size_t size)
{
  __belnap_note("overlapping-copy", "what mempcpy copies does not overlap with where it goes");
  __belnap_copy(to, from, size);
  return (char *)to + size;
}
void *__memcpy(void *to, const void *from, size_t size)
{
  __belnap_note("overlapping-copy", "what __memcpy copies does not overlap with where it goes");
  __belnap_copy(to, from, size);
  return to;
}
void bzero(void *to, size_t size) { __belnap_fill(to, 0, size); }
void bcopy(const void *from, void *to, size_t size) { __belnap_copy(to, from, size); }
/* Of a comparison, the sign is promised and no more. */
int memcmp(const void *left, const void *right, size_t size)
{
  const unsigned char *a = left, *b = right;
  size_t i;
  int r;
  for (i = 0; i < size; i++)
    if (a[i] != b[i]) {
      __belnap_unknown(&r);
      if (a[i] < b[i]) return r < 0 ? r : -1;
      return r > 0 ? r : 1;
    }
  return 0;
}
int bcmp(const void *left, const void *right, size_t size) { return memcmp(left, right, size); }
void *memchr(const void *in, int byte, size_t size)
{
  const unsigned char *a = in;
  size_t i;
  for (i = 0; i < size; i++)
    if (a[i] == (unsigned char)byte) return (void *)(a + i);
  return 0;
}

/* ---- Sorting and searching. Which of equal elements comes first, or is found, is not known ---- */

void qsort(void *array, size_t count, size_t size, int (*compare)(const void *, const void *))
{
  char *first = array;
  void *one;
  size_t i, j;
  int order, stay;
  if (count < 2) return;
  __belnap_note("library-function", "the function given to qsort is an order and changes nothing, so that it does not matter which elements it compares");
  one = __belnap_scratch(size);
  for (i = 1; i < count; i++) {
    for (j = i; j > 0; j--) {
      char *element = first + j * size;
      order = compare(element - size, element);
      if (order < 0) break;
      if (!order) {
        __belnap_unknown(&stay);
        if (stay) break;
      }
      __belnap_copy(one, element, size);
      __belnap_copy(element, element - size, size);
      __belnap_copy(element - size, one, size);
    }
  }
}
void qsort_r(void *array, size_t count, size_t size,
             int (*compare)(const void *, const void *, void *), void *argument)
{
  char *first = array;
  void *one;
  size_t i, j;
  int order, stay;
  if (count < 2) return;
  __belnap_note("library-function", "the function given to qsort_r is an order and changes nothing, so that it does not matter which elements it compares");
  one = __belnap_scratch(size);
  for (i = 1; i < count; i++) {
    for (j = i; j > 0; j--) {
      char *element = first + j * size;
      order = compare(element - size, element, argument);
      if (order < 0) break;
      if (!order) {
        __belnap_unknown(&stay);
        if (stay) break;
      }
      __belnap_copy(one, element, size);
      __belnap_copy(element, element - size, size);
      __belnap_copy(element - size, one, size);
    }
  }
}
void *bsearch(const void *key, const void *array, size_t count, size_t size,
              int (*compare)(const void *, const void *))
{
  char *element = (char *)array, *found = 0;
  size_t i;
  int this;
  if (!count) return 0;
  __belnap_note("library-function", "the array given to bsearch is sorted, and the function changes nothing, so that it does not matter which elements it compares");
  for (i = 0; i < count; i++) {
    if (!compare(key, element)) {
      if (!found) {
        found = element;
      } else {
        __belnap_unknown(&this);
        if (this) found = element;
      }
    }
    element += size;
  }
  return found;
}
void *lfind(const void *key, const void *array, size_t *count, size_t size,
            int (*compare)(const void *, const void *))
{
  char *element = (char *)array;
  size_t i;
  for (i = 0; i < *count; i++) {
    if (!compare(key, element)) return element;
    element += size;
  }
  return 0;
}
void *lsearch(const void *key, void *array, size_t *count, size_t size,
              int (*compare)(const void *, const void *))
{
  void *found = lfind(key, array, count, size, compare);
  if (found) return found;
  found = (char *)array + *count * size;
  __belnap_copy(found, key, size);
  ++*count;
  return found;
}

/* ---- Strings ---- */

size_t strlen(const char *s)
{
  size_t n = 0;
  while (s[n]) n++;
  return n;
}
size_t strnlen(const char *s, size_t limit)
{
  size_t n = 0;
  while (n < limit && s[n]) n++;
  return n;
}
int strcmp(const char *a, const char *b)
{
  int r;
  while (*a && *a == *b) { a++; b++; }
  if (*a == *b) return 0;
  __belnap_unknown(&r);
  if ((unsigned char)*a < (unsigned char)*b) return r < 0 ? r : -1;
  return r > 0 ? r : 1;
}
int strncmp(const char *a, const char *b, size_t limit)
{
  size_t i;
  int r;
  for (i = 0; i < limit; i++) {
    if (a[i] != b[i]) {
      __belnap_unknown(&r);
      if ((unsigned char)a[i] < (unsigned char)b[i]) return r < 0 ? r : -1;
      return r > 0 ? r : 1;
    }
    if (!a[i]) return 0;
  }
  return 0;
}
char *strcpy(char *to, const char *from)
{
  size_t i = 0;
  __belnap_apart(to, from, "what strcpy copies does not overlap with where it goes");
  while ((to[i] = from[i])) i++;
  return to;
}
char *stpcpy(char *to, const char *from)
{
  __belnap_apart(to, from, "what stpcpy copies does not overlap with where it goes");
  while ((*to = *from)) { to++; from++; }
  return to;
}
char *strncpy(char *to, const char *from, size_t size)
{
  size_t i = 0;
  __belnap_apart(to, from, "what strncpy copies does not overlap with where it goes");
  while (i < size && from[i]) { to[i] = from[i]; i++; }
  while (i < size) { to[i] = 0; i++; }
  return to;
}
size_t strlcpy(char *to, const char *from, size_t size)
{
  size_t n = strlen(from);
  size_t i;
  if (size) {
    __belnap_apart(to, from, "what strlcpy copies does not overlap with where it goes");
    for (i = 0; i < n && i < size - 1; i++) to[i] = from[i];
    to[i] = 0;
  }
  return n;
}
char *strcat(char *to, const char *from)
{
  char *end = to + strlen(to);
  size_t i = 0;
  __belnap_apart(to, from, "what strcat copies does not overlap with where it goes");
  while ((end[i] = from[i])) i++;
  return to;
}
char *strncat(char *to, const char *from, size_t limit)
{
  char *end = to + strlen(to);
  size_t i;
  __belnap_apart(to, from, "what strncat copies does not overlap with where it goes");
  for (i = 0; i < limit && from[i]; i++) end[i] = from[i];
  end[i] = 0;
  return to;
}
char *strchr(const char *s, int c)
{
  while (*s != (char)c) {
    if (!*s) return 0;
    s++;
  }
  return (char *)s;
}
char *index(const char *s, int c) { return strchr(s, c); }
char *strrchr(const char *s, int c)
{
  const char *last = 0;
  do {
    if (*s == (char)c) last = s;
  } while (*s++);
  return (char *)last;
}
char *rindex(const char *s, int c) { return strrchr(s, c); }
size_t strspn(const char *s, const char *accepted)
{
  size_t n = 0;
  while (s[n] && strchr(accepted, s[n])) n++;
  return n;
}
size_t strcspn(const char *s, const char *rejected)
{
  size_t n = 0;
  while (s[n] && !strchr(rejected, s[n])) n++;
  return n;
}
char *strpbrk(const char *s, const char *wanted)
{
  s += strcspn(s, wanted);
  return *s ? (char *)s : 0;
}
char *strstr(const char *in, const char *what)
{
  do {
    size_t i = 0;
    while (what[i] && in[i] == what[i]) i++;
    if (!what[i]) return (char *)in;
  } while (*in++);
  return 0;
}
char *strdup(const char *s)
{
  size_t n = strlen(s) + 1;
  char *copy;
  __belnap_note("memory-allocation", "strdup never fails, and gives no address twice");
  copy = __belnap_allocate(n, 0);
  __belnap_copy(copy, s, n);
  return copy;
}
char *strndup(const char *s, size_t limit)
{
  size_t n = strnlen(s, limit);
  char *copy;
  __belnap_note("memory-allocation", "strndup never fails, and gives no address twice");
  copy = __belnap_allocate(n + 1, 0);
  __belnap_copy(copy, s, n);
  copy[n] = 0;
  return copy;
}
int tolower(int c);
int strcasecmp(const char *a, const char *b)
{
  int r, x, y;
  do {
    x = tolower((unsigned char)*a++);
    y = tolower((unsigned char)*b++);
  } while (x && x == y);
  if (x == y) return 0;
  __belnap_unknown(&r);
  if (x < y) return r < 0 ? r : -1;
  return r > 0 ? r : 1;
}
int strncasecmp(const char *a, const char *b, size_t limit)
{
  size_t i;
  int r, x, y;
  for (i = 0; i < limit; i++) {
    x = tolower((unsigned char)a[i]);
    y = tolower((unsigned char)b[i]);
    if (x != y) {
      __belnap_unknown(&r);
      if (x < y) return r < 0 ? r : -1;
      return r > 0 ? r : 1;
    }
    if (!x) return 0;
  }
  return 0;
}
char *strtok_r(char *s, const char *separators, char **rest)
{
  char *token = s ? s : *rest;
  if (!token) return 0;
  token += strspn(token, separators);
  if (!*token) {
    *rest = token;
    return 0;
  }
  s = token + strcspn(token, separators);
  if (*s) *s++ = 0;
  *rest = s;
  return token;
}
static char *__belnap_token;
char *strtok(char *s, const char *separators) { return strtok_r(s, separators, &__belnap_token); }
char *strsep(char **rest, const char *separators)
{
  char *token = *rest;
  char *s;
  if (!token) return 0;
  s = token + strcspn(token, separators);
  if (*s) {
    *s = 0;
    *rest = s + 1;
  } else {
    *rest = 0;
  }
  return token;
}
char *strchrnul(const char *s, int c)
{
  while (*s && *s != (char)c) s++;
  return (char *)s;
}
void *memrchr(const void *in, int byte, size_t size)
{
  const unsigned char *a = in;
  while (size--)
    if (a[size] == (unsigned char)byte) return (void *)(a + size);
  return 0;
}
int strcoll(const char *a, const char *b) __attribute__((belnap_no_effect));
char *strerror(int error) __attribute__((belnap_no_effect));

/* ---- Characters, in the C locale: of a class that a character is in, non-zero is promised ---- */

int isdigit(int c)
{
  int r;
  if (!(c >= '0' && c <= '9')) return 0;
  __belnap_unknown(&r);
  return r ? r : 1;
}
int islower(int c)
{
  int r;
  if (!(c >= 'a' && c <= 'z')) return 0;
  __belnap_unknown(&r);
  return r ? r : 1;
}
int isupper(int c)
{
  int r;
  if (!(c >= 'A' && c <= 'Z')) return 0;
  __belnap_unknown(&r);
  return r ? r : 1;
}
int isalpha(int c)
{
  int r;
  if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'))) return 0;
  __belnap_unknown(&r);
  return r ? r : 1;
}
int isalnum(int c)
{
  int r;
  if (!((c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'))) return 0;
  __belnap_unknown(&r);
  return r ? r : 1;
}
int isspace(int c)
{
  int r;
  if (!(c == ' ' || (c >= '\t' && c <= '\r'))) return 0;
  __belnap_unknown(&r);
  return r ? r : 1;
}
int isblank(int c)
{
  int r;
  if (!(c == ' ' || c == '\t')) return 0;
  __belnap_unknown(&r);
  return r ? r : 1;
}
int iscntrl(int c)
{
  int r;
  if (!((c >= 0 && c < 32) || c == 127)) return 0;
  __belnap_unknown(&r);
  return r ? r : 1;
}
int isprint(int c)
{
  int r;
  if (!(c >= 32 && c < 127)) return 0;
  __belnap_unknown(&r);
  return r ? r : 1;
}
int isgraph(int c)
{
  int r;
  if (!(c > 32 && c < 127)) return 0;
  __belnap_unknown(&r);
  return r ? r : 1;
}
int ispunct(int c)
{
  int r;
  if (!((c > 32 && c < 48) || (c > 57 && c < 65) || (c > 90 && c < 97) || (c > 122 && c < 127))) return 0;
  __belnap_unknown(&r);
  return r ? r : 1;
}
int isxdigit(int c)
{
  int r;
  if (!((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'))) return 0;
  __belnap_unknown(&r);
  return r ? r : 1;
}
int tolower(int c) { return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c; }
int toupper(int c) { return c >= 'a' && c <= 'z' ? c - ('a' - 'A') : c; }
int toascii(int c) { return c & 127; }

/* ---- Numbers ---- */

int abs(int x) { return x < 0 ? -x : x; }
long labs(long x) { return x < 0 ? -x : x; }
long long llabs(long long x) { return x < 0 ? -x : x; }
double atof(const char *s) __attribute__((belnap_no_effect));
/* What a digit or letter is worth; more than in any base otherwise. */
int __belnap_digit(char c)
{
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'z') return c - 'a' + 10;
  if (c >= 'A' && c <= 'Z') return c - 'A' + 10;
  return 99;
}
long strtol(const char *s, char **end, int base)
{
  const char *at = s;
  unsigned long result = 0, limit;
  int negative = 0, over = 0, any = 0, digit;
  if (base < 0 || base == 1 || base > 36) {
    if (end) *end = (char *)s;
    return 0;
  }
  while (*at == ' ' || *at >= '\t' && *at <= '\r') at++;
  if (*at == '-' || *at == '+') negative = *at++ == '-';
  if ((base == 0 || base == 16) && at[0] == '0' && (at[1] == 'x' || at[1] == 'X') && __belnap_digit(at[2]) < 16) {
    at += 2;
    base = 16;
  }
  if (base == 0) base = *at == '0' ? 8 : 10;
  limit = negative ? (unsigned long)1 << (sizeof(unsigned long) * 8 - 1) : ((unsigned long)1 << (sizeof(unsigned long) * 8 - 1)) - 1;
  for (;;) {
    digit = __belnap_digit(*at);
    if (digit >= base) break;
    any = 1;
    if (over || result > (limit - digit) / base) over = 1;
    else result = result * base + digit;
    at++;
  }
  if (end) *end = any ? (char *)at : (char *)s;
  if (over) return limit;
  return negative ? -result : result;
}
unsigned long strtoul(const char *s, char **end, int base)
{
  const char *at = s;
  unsigned long result = 0, limit;
  int negative = 0, over = 0, any = 0, digit;
  if (base < 0 || base == 1 || base > 36) {
    if (end) *end = (char *)s;
    return 0;
  }
  while (*at == ' ' || *at >= '\t' && *at <= '\r') at++;
  if (*at == '-' || *at == '+') negative = *at++ == '-';
  if ((base == 0 || base == 16) && at[0] == '0' && (at[1] == 'x' || at[1] == 'X') && __belnap_digit(at[2]) < 16) {
    at += 2;
    base = 16;
  }
  if (base == 0) base = *at == '0' ? 8 : 10;
  limit = -1;
  for (;;) {
    digit = __belnap_digit(*at);
    if (digit >= base) break;
    any = 1;
    if (over || result > (limit - digit) / base) over = 1;
    else result = result * base + digit;
    at++;
  }
  if (end) *end = any ? (char *)at : (char *)s;
  if (over) return limit;
  return negative ? -result : result;
}
long long strtoll(const char *s, char **end, int base)
{
  const char *at = s;
  unsigned long long result = 0, limit;
  int negative = 0, over = 0, any = 0, digit;
  if (base < 0 || base == 1 || base > 36) {
    if (end) *end = (char *)s;
    return 0;
  }
  while (*at == ' ' || *at >= '\t' && *at <= '\r') at++;
  if (*at == '-' || *at == '+') negative = *at++ == '-';
  if ((base == 0 || base == 16) && at[0] == '0' && (at[1] == 'x' || at[1] == 'X') && __belnap_digit(at[2]) < 16) {
    at += 2;
    base = 16;
  }
  if (base == 0) base = *at == '0' ? 8 : 10;
  limit = negative ? (unsigned long long)1 << (sizeof(unsigned long long) * 8 - 1) : ((unsigned long long)1 << (sizeof(unsigned long long) * 8 - 1)) - 1;
  for (;;) {
    digit = __belnap_digit(*at);
    if (digit >= base) break;
    any = 1;
    if (over || result > (limit - digit) / base) over = 1;
    else result = result * base + digit;
    at++;
  }
  if (end) *end = any ? (char *)at : (char *)s;
  if (over) return limit;
  return negative ? -result : result;
}
unsigned long long strtoull(const char *s, char **end, int base)
{
  const char *at = s;
  unsigned long long result = 0, limit;
  int negative = 0, over = 0, any = 0, digit;
  if (base < 0 || base == 1 || base > 36) {
    if (end) *end = (char *)s;
    return 0;
  }
  while (*at == ' ' || *at >= '\t' && *at <= '\r') at++;
  if (*at == '-' || *at == '+') negative = *at++ == '-';
  if ((base == 0 || base == 16) && at[0] == '0' && (at[1] == 'x' || at[1] == 'X') && __belnap_digit(at[2]) < 16) {
    at += 2;
    base = 16;
  }
  if (base == 0) base = *at == '0' ? 8 : 10;
  limit = -1;
  for (;;) {
    digit = __belnap_digit(*at);
    if (digit >= base) break;
    any = 1;
    if (over || result > (limit - digit) / base) over = 1;
    else result = result * base + digit;
    at++;
  }
  if (end) *end = any ? (char *)at : (char *)s;
  if (over) return limit;
  return negative ? -result : result;
}
int atoi(const char *s) { return strtol(s, 0, 10); }
long atol(const char *s) { return strtol(s, 0, 10); }
long long atoll(const char *s) { return strtoll(s, 0, 10); }

int rand(void) { int x; return x < 0 ? 0 : x; }
long random(void) { int x; return x < 0 ? 0 : x; }
int rand_r(unsigned int *seed)
{
  int x;
  __belnap_unknown(seed);
  __belnap_unknown(&x);
  return x < 0 ? 0 : x;
}
void srand(unsigned int seed) __attribute__((belnap_no_effect));
void srandom(unsigned int seed) __attribute__((belnap_no_effect));

unsigned short __builtin_bswap16(unsigned short x) { return (x >> 8) | (x << 8); }
u32 __builtin_bswap32(u32 x)
{
  return (x >> 24) | ((x >> 8) & 0xff00u) | ((x << 8) & 0xff0000u) | (x << 24);
}
unsigned long long __builtin_bswap64(unsigned long long x)
{
  return ((unsigned long long)__builtin_bswap32(x) << 32) | __builtin_bswap32(x >> 32);
}
/* The number of leading zeros; of 0 it is undefined. */
int __builtin_clz(unsigned int x)
{
  int n = 0;
  if (!x) __belnap_unknown(&n);
  else while (!(x & (~0u ^ ~0u >> 1))) { x <<= 1; n++; }
  return n;
}
int __builtin_clzll(unsigned long long x)
{
  int n = 0;
  if (!x) __belnap_unknown(&n);
  else while (!(x & 0x8000000000000000ull)) { x <<= 1; n++; }
  return n;
}
int __builtin_clzl(unsigned long x)
{
  return __builtin_clzll(x) - (64 - 8 * (int)sizeof(long));
}
/* The number of leading bits after the sign that are equal to it. */
int __builtin_clrsb(int x)
{
  if (x < 0) x = ~x;
  return x ? __builtin_clz(x) - 1 : 8 * (int)sizeof(int) - 1;
}
int __builtin_clrsbll(long long x)
{
  if (x < 0) x = ~x;
  return x ? __builtin_clzll(x) - 1 : 63;
}
int __builtin_clrsbl(long x)
{
  return __builtin_clrsbll(x) - (64 - 8 * (int)sizeof(long));
}
/* The number of trailing zeros; of 0 it is undefined. */
int __builtin_ctzll(unsigned long long x)
{
  int n = 0;
  if (!x) __belnap_unknown(&n);
  else while (!(x & 1)) { x >>= 1; n++; }
  return n;
}
int __builtin_ctzl(unsigned long x) { return __builtin_ctzll(x); }
int __builtin_ctz(unsigned int x)
{
  int n = 0;
  if (!x) __belnap_unknown(&n);
  else while (!(x & 1)) { x >>= 1; n++; }
  return n;
}
int ffsll(long long x) { return x ? __builtin_ctzll(x) + 1 : 0; }
int ffsl(long x) { return x ? __builtin_ctzll(x) + 1 : 0; }
int ffs(int x) { return x ? __builtin_ctz(x) + 1 : 0; }
int __builtin_popcountll(unsigned long long x)
{
  int n = 0;
  while (x) { n++; x &= x - 1; }
  return n;
}
int __builtin_popcountl(unsigned long x) { return __builtin_popcountll(x); }
int __builtin_popcount(unsigned int x)
{
  int n = 0;
  while (x) { n++; x &= x - 1; }
  return n;
}
int __builtin_parityll(unsigned long long x) { return __builtin_popcountll(x) & 1; }
int __builtin_parityl(unsigned long x) { return __builtin_popcountll(x) & 1; }
int __builtin_parity(unsigned int x) { return __builtin_popcount(x) & 1; }

double sin(double x) __attribute__((belnap_no_effect));
double cos(double x) __attribute__((belnap_no_effect));
double tan(double x) __attribute__((belnap_no_effect));
double asin(double x) __attribute__((belnap_no_effect));
double acos(double x) __attribute__((belnap_no_effect));
double atan(double x) __attribute__((belnap_no_effect));
double atan2(double y, double x) __attribute__((belnap_no_effect));
double exp(double x) __attribute__((belnap_no_effect));
double log(double x) __attribute__((belnap_no_effect));
double log2(double x) __attribute__((belnap_no_effect));
double log10(double x) __attribute__((belnap_no_effect));
double pow(double x, double y) __attribute__((belnap_no_effect));
double sqrt(double x) __attribute__((belnap_no_effect));
float sqrtf(float x) __attribute__((belnap_no_effect));
double fabs(double x) __attribute__((belnap_no_effect));
float fabsf(float x) __attribute__((belnap_no_effect));
double floor(double x) __attribute__((belnap_no_effect));
double ceil(double x) __attribute__((belnap_no_effect));
double round(double x) __attribute__((belnap_no_effect));
double trunc(double x) __attribute__((belnap_no_effect));
double rint(double x) __attribute__((belnap_no_effect));
double nearbyint(double x) __attribute__((belnap_no_effect));
double fmod(double x, double y) __attribute__((belnap_no_effect));
double fmin(double x, double y) __attribute__((belnap_no_effect));
double fmax(double x, double y) __attribute__((belnap_no_effect));
float floorf(float x) __attribute__((belnap_no_effect));
float ceilf(float x) __attribute__((belnap_no_effect));
float roundf(float x) __attribute__((belnap_no_effect));
float truncf(float x) __attribute__((belnap_no_effect));
float fmodf(float x, float y) __attribute__((belnap_no_effect));
long lround(double x) __attribute__((belnap_no_effect));
long lrint(double x) __attribute__((belnap_no_effect));
int __isnan(double x) __attribute__((belnap_no_effect));
int __isnanf(float x) __attribute__((belnap_no_effect));
int __isinf(double x) __attribute__((belnap_no_effect));
int __isinff(float x) __attribute__((belnap_no_effect));
int __finite(double x) __attribute__((belnap_no_effect));
int __finitef(float x) __attribute__((belnap_no_effect));
int __signbit(double x) __attribute__((belnap_no_effect));
int __signbitf(float x) __attribute__((belnap_no_effect));
int __fpclassify(double x) __attribute__((belnap_no_effect));
int __fpclassifyf(float x) __attribute__((belnap_no_effect));
int __isnanl(long double x) __attribute__((belnap_no_effect));
int __isinfl(long double x) __attribute__((belnap_no_effect));
int __finitel(long double x) __attribute__((belnap_no_effect));
int __signbitl(long double x) __attribute__((belnap_no_effect));
int __fpclassifyl(long double x) __attribute__((belnap_no_effect));
int fesetround(int mode) __attribute__((belnap_no_effect));
int fegetround(void) __attribute__((belnap_no_effect));

/* ---- Output ---- */

int printf(const char *format, ...)
    __attribute__((belnap_no_effect, belnap_print));
int fprintf(void *stream, const char *format, ...)
    __attribute__((belnap_no_effect, belnap_print));
int dprintf(int file, const char *format, ...)
    __attribute__((belnap_no_effect, belnap_print));
int puts(const char *s) __attribute__((belnap_no_effect));
int putchar(int c) __attribute__((belnap_no_effect));
int putc(int c, void *stream) __attribute__((belnap_no_effect));
int fputc(int c, void *stream) __attribute__((belnap_no_effect));
int fputs(const char *s, void *stream) __attribute__((belnap_no_effect));
int _IO_putc(int c, void *stream) __attribute__((belnap_no_effect));
size_t fwrite(const void *from, size_t size, size_t count, void *stream)
    __attribute__((belnap_no_effect));
ptrdiff_t write(int file, const void *from, size_t size) __attribute__((belnap_no_effect));
void perror(const char *s) __attribute__((belnap_no_effect));
int fflush(void *stream) __attribute__((belnap_no_effect));
void syslog(int priority, const char *format, ...)
    __attribute__((belnap_no_effect, belnap_print));
int printk(const char *format, ...)
    __attribute__((belnap_no_effect, belnap_print));
int usleep(unsigned int time) __attribute__((belnap_no_effect));
unsigned int sleep(unsigned int time) __attribute__((belnap_no_effect));

int vprintf(const char *format, __builtin_va_list list)
{
  int n;
  __belnap_print(format, list);
  __belnap_unknown(&n);
  return n;
}
int vfprintf(void *stream, const char *format, __builtin_va_list list)
{
  return vprintf(format, list);
}
int vdprintf(int file, const char *format, __builtin_va_list list)
{
  return vprintf(format, list);
}
void vsyslog(int priority, const char *format, __builtin_va_list list)
{
  __belnap_print(format, list);
}

/* Pieces of what sprintf and snprintf write: each writes at a place of the text what fits into the
 * given size, and gives the place behind it. Calls whose format is a literal are made of them
 * (frontend/src/lower/written.rs). */
size_t __belnap_put_char(char *to, size_t size, size_t at, char c)
{
  if (at + 1 < size) to[at] = c;
  return at + 1;
}
size_t __belnap_put_padded(char *to, size_t size, size_t at, char c, size_t width, _Bool left)
{
  size_t i = 0;
  if (left) at = __belnap_put_char(to, size, at, c);
  for (i = 1; i < width; i++) at = __belnap_put_char(to, size, at, ' ');
  if (!left) at = __belnap_put_char(to, size, at, c);
  return at;
}
size_t __belnap_put_text(char *to, size_t size, size_t at, const char *s, size_t width, size_t most, _Bool left)
{
  size_t i = 0;
  __belnap_apart(to, s, "what is written as text does not overlap with where it goes");
  if (width && !left)
    for (i = strnlen(s, most); i < width; i++) at = __belnap_put_char(to, size, at, ' ');
  for (i = 0; i < most && s[i]; i++) at = __belnap_put_char(to, size, at, s[i]);
  if (left)
    for (; i < width; i++) at = __belnap_put_char(to, size, at, ' ');
  return at;
}
/* In a base, with letters that begin at `ten`, after a sign if there is one; with `fewest` digits or
 * more, but a value has no more than `most`. */
size_t __belnap_put_number(char *to, size_t size, size_t at, unsigned long long value, char sign, unsigned int base, char ten, unsigned int most, unsigned int width, unsigned int fewest, _Bool left, _Bool zeros)
{
  unsigned int digits = 1, before = sign ? 1 : 0, digit = 0, i = 0;
  unsigned long long power = base;
  while (digits < most && value >= power) {
    power *= base;
    digits++;
  }
  if (digits < fewest) digits = fewest;
  if (zeros && digits + before < width) digits = width - before;
  if (!left)
    for (i = digits + before; i < width; i++) at = __belnap_put_char(to, size, at, ' ');
  if (sign) at = __belnap_put_char(to, size, at, sign);
  for (i = digits; i > 0; i--) {
    digit = value % base;
    if (at + i < size) to[at + i - 1] = digit < 10 ? '0' + digit : ten + (digit - 10);
    value /= base;
  }
  at += digits;
  if (left)
    for (i = digits + before; i < width; i++) at = __belnap_put_char(to, size, at, ' ');
  return at;
}
size_t __belnap_put_signed(char *to, size_t size, size_t at, long long value, char plus, unsigned int most, unsigned int width, unsigned int fewest, _Bool left, _Bool zeros)
{
  unsigned long long magnitude = value < 0 ? -(unsigned long long)value : value;
  return __belnap_put_number(to, size, at, magnitude, value < 0 ? '-' : plus, 10, 0, most, width, fewest, left, zeros);
}
int __belnap_put_end(char *to, size_t size, size_t at)
{
  if (size) to[at < size ? at : size - 1] = 0;
  return at > ~0u >> 1 ? -1 : at;
}
/* Is never called: it names what calls may be made of. */
void __belnap_pieces(void)
{
  __belnap_put_padded(0, 0, 0, 0, 0, 0);
  __belnap_put_text(0, 0, 0, 0, 0, 0, 0);
  __belnap_put_signed(0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  __belnap_put_end(0, 0, 0);
}

/* With other formats, what is written is not known, but where it ends. */
__attribute__((belnap_print, belnap_write))
int sprintf(char *to, const char *format, ...)
{
  int n;
  if (0) __belnap_pieces();
  __belnap_unknown_reachable(to);
  __belnap_unknown(&n);
  if (n >= 0) to[n] = 0;
  return n;
}
int vsprintf(char *to, const char *format, __builtin_va_list list)
{
  int n;
  __belnap_print(format, list);
  __belnap_unknown_reachable(to);
  __belnap_unknown(&n);
  if (n >= 0) to[n] = 0;
  return n;
}
__attribute__((belnap_print, belnap_write))
int snprintf(char *to, size_t size, const char *format, ...)
{
  int n;
  if (0) __belnap_pieces();
  if (size) __belnap_unknown_reachable(to);
  __belnap_unknown(&n);
  if (size && n >= 0) to[n < size ? n : size - 1] = 0;
  return n;
}
int vsnprintf(char *to, size_t size, const char *format, __builtin_va_list list)
{
  int n;
  __belnap_print(format, list);
  if (size) __belnap_unknown_reachable(to);
  __belnap_unknown(&n);
  if (size && n >= 0) to[n < size ? n : size - 1] = 0;
  return n;
}

/* ---- Input: choices of the environment, where these are free ---- */

int scanf(const char *format, ...) __attribute__((belnap_input));
int fscanf(void *stream, const char *format, ...) __attribute__((belnap_input));
int __isoc99_scanf(const char *format, ...) __attribute__((belnap_input));
int __isoc99_fscanf(void *stream, const char *format, ...) __attribute__((belnap_input));

int sscanf(const char *from, const char *format, ...) __attribute__((belnap_scan));
int __isoc99_sscanf(const char *from, const char *format, ...) __attribute__((belnap_scan));

int getchar(void)
{
  unsigned char c;
  int end;
  return end ? -1 : c;
}
int getc(void *stream) { return getchar(); }
int fgetc(void *stream) { return getchar(); }
int _IO_getc(void *stream) { return getchar(); }
char *fgets(char *to, int size, void *stream)
{
  int i = 0;
  int c = 0;
  while (i < size - 1 && c != '\n') {
    c = getchar();
    if (c < 0) break;
    to[i++] = c;
  }
  if (size <= 0 || (c < 0 && i == 0)) return 0;
  if (c < 0) {
    /* At the end of the file, or because of an error. */
    int fails;
    __belnap_unknown(&fails);
    if (fails) return 0;
  }
  to[i] = 0;
  return to;
}
ptrdiff_t read(int file, void *to, size_t size)
{
  ptrdiff_t n;
  ptrdiff_t i;
  if (file < 0 || n < 0 || n > 0x7ffff000 || (size_t)n > size) return -1;
  for (i = 0; i < n; i++) {
    char c;
    ((char *)to)[i] = c;
  }
  return n;
}
size_t fread(void *to, size_t size, size_t count, void *stream)
{
  size_t n;
  size_t i;
  if (!size || !count) return 0;
  if (n > count) n = count;
  for (i = 0; i < n * size; i++) {
    char c;
    ((char *)to)[i] = c;
  }
  /* A part of one more element may have been read. */
  if (n < count)
    for (i = 0; i < size; i++) __belnap_unknown((char *)to + n * size + i);
  return n;
}
extern char __belnap_environment[];
char *getenv(const char *name)
{
  int missing;
  size_t place;
  __belnap_unknown(&missing);
  __belnap_unknown(&place);
  return missing ? 0 : __belnap_environment + place;
}
long time(long *to)
{
  long now;
  __belnap_unknown(&now);
  if (to) *to = now;
  return now;
}
long clock(void) __attribute__((belnap_no_effect));
/* What functions store there is not known. */
static int __belnap_errno;
int *__errno_location(void)
{
  __belnap_unknown(&__belnap_errno);
  return &__belnap_errno;
}
extern int __belnap_pid;
int getpid(void) { return __belnap_pid; }
void *fopen(const char *name, const char *mode)
{
  int fails;
  if (fails || !*name || (*mode != 'r' && *mode != 'w' && *mode != 'a')) return 0;
  __belnap_note("memory-allocation", "fopen gives no address twice");
  return __belnap_allocate_lasting(256);
}
void *fdopen(int file, const char *mode)
{
  int fails;
  __belnap_unknown(&fails);
  if (fails) return 0;
  __belnap_note("memory-allocation", "fdopen gives no address twice");
  return __belnap_allocate_lasting(256);
}
int ferror(void *stream) __attribute__((belnap_no_effect));
int feof(void *stream) __attribute__((belnap_no_effect));
int fileno(void *stream) __attribute__((belnap_no_effect));
void clearerr(void *stream) __attribute__((belnap_no_effect));
int open(const char *name, int flags, ...)
{
  int file;
  __belnap_unknown(&file);
  return file < 0 ? -1 : file;
}
int fclose(void *stream)
{
  int fails;
  __belnap_unknown(&fails);
  return fails ? -1 : 0;
}
int close(int file)
{
  int fails;
  __belnap_unknown(&fails);
  return fails ? -1 : 0;
}
int access(const char *name, int mode)
{
  int fails;
  __belnap_unknown(&fails);
  return fails ? -1 : 0;
}
int chmod(const char *name, unsigned int mode)
{
  int fails;
  __belnap_unknown(&fails);
  return fails ? -1 : 0;
}
int chown(const char *name, unsigned int user, unsigned int group)
{
  int fails;
  __belnap_unknown(&fails);
  return fails ? -1 : 0;
}
int lchown(const char *name, unsigned int user, unsigned int group)
{
  int fails;
  __belnap_unknown(&fails);
  return fails ? -1 : 0;
}
int link(const char *from, const char *to)
{
  int fails;
  __belnap_unknown(&fails);
  return fails ? -1 : 0;
}
int symlink(const char *from, const char *to)
{
  int fails;
  __belnap_unknown(&fails);
  return fails ? -1 : 0;
}
int unlink(const char *name)
{
  int fails;
  __belnap_unknown(&fails);
  return fails ? -1 : 0;
}
int rename(const char *from, const char *to)
{
  int fails;
  __belnap_unknown(&fails);
  return fails ? -1 : 0;
}
int mkdir(const char *name, unsigned int mode)
{
  int fails;
  __belnap_unknown(&fails);
  return fails ? -1 : 0;
}
int rmdir(const char *name)
{
  int fails;
  __belnap_unknown(&fails);
  return fails ? -1 : 0;
}
int isatty(int file)
{
  int terminal;
  __belnap_unknown(&terminal);
  return terminal ? 1 : 0;
}
unsigned int umask(unsigned int mask) __attribute__((belnap_no_effect));
unsigned int getuid(void) __attribute__((belnap_no_effect));
unsigned int geteuid(void) __attribute__((belnap_no_effect));
unsigned int getgid(void) __attribute__((belnap_no_effect));
unsigned int getegid(void) __attribute__((belnap_no_effect));
int stat(const char *name, void *to)
{
  int fails;
  __belnap_unknown(&fails);
  if (fails) return -1;
  __belnap_unknown_reachable(to);
  return 0;
}
int lstat(const char *name, void *to)
{
  int fails;
  __belnap_unknown(&fails);
  if (fails) return -1;
  __belnap_unknown_reachable(to);
  return 0;
}
int fstat(int file, void *to)
{
  int fails;
  __belnap_unknown(&fails);
  if (fails) return -1;
  __belnap_unknown_reachable(to);
  return 0;
}
