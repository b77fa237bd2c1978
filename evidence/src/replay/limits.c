/* What the program gives up before any of its own code runs. It ends when whoever runs it does, and
   after some minutes in any case; has no files but the standard streams, and bounded memory; and may
   only make the system calls of harmless library functions. Nothing here is left to functions that
   the program could replace. */
#if defined __linux__ && (defined __x86_64__ || defined __i386__)
static long ask4(long number, long a, long b, long c, long last) {
  long answer;
#ifdef __x86_64__
  register long d __asm__("r10") = last, e __asm__("r8") = 0;
  __asm__ volatile("syscall" : "=a"(answer)
                   : "0"(number), "D"(a), "S"(b), "d"(c), "r"(d), "r"(e)
                   : "rcx", "r11", "memory");
#else
  __asm__ volatile("int $0x80" : "=a"(answer)
                   : "0"(number), "b"(a), "c"(b), "d"(c), "S"(last), "D"(0) : "memory");
#endif
  return answer;
}

/* Defined in shadow.c. */
static void shade(void);

static long ask(long number, long a, long b, long c) { return ask4(number, a, b, c, 0); }

#ifdef __x86_64__
enum { arch = 0xc000003e, alarm_ = 37, close_range_ = 436, exit_group_ = 231, getpid_ = 39,
       mprotect_ = 10, prctl_ = 157, rt_sigaction_ = 13, setrlimit_ = 160, sigaltstack_ = 131, tgkill_ = 234,
       write_ = 1 };
/* Where a handler of signals finds things: the address of a fault; the registers of the program. */
enum { fault_at = 16, stack_at = 160, counter_at = 168, restores = 0x04000000 };
static const unsigned short allowed[] = {
  0 /* read */, 1 /* write */, 3 /* close */, 5 /* fstat */, 8 /* lseek */, 9 /* mmap */,
  10 /* mprotect */, 11 /* munmap */, 12 /* brk */, 13 /* rt_sigaction */, 14 /* rt_sigprocmask */,
  15 /* rt_sigreturn */, 16 /* ioctl */, 20 /* writev */, 25 /* mremap */, 28 /* madvise */,
  32 /* dup */, 39 /* getpid */, 60 /* exit */, 72 /* fcntl */, 96 /* gettimeofday */,
  99 /* sysinfo */, 186 /* gettid */, 201 /* time */, 202 /* futex */, 228 /* clock_gettime */,
  231 /* exit_group */, 262 /* newfstatat */, 318 /* getrandom */, 332 /* statx */
};
#else
enum { arch = 0x40000003, alarm_ = 27, close_range_ = 436, exit_group_ = 252, getpid_ = 20,
       mprotect_ = 125, prctl_ = 172, rt_sigaction_ = 174, setrlimit_ = 75, sigaltstack_ = 186, tgkill_ = 270,
       write_ = 4 };
enum { fault_at = 12, stack_at = 48, counter_at = 76, restores = 0 };
static const unsigned short allowed[] = {
  1 /* exit */, 3 /* read */, 4 /* write */, 6 /* close */, 13 /* time */, 19 /* lseek */,
  20 /* getpid */, 41 /* dup */, 45 /* brk */, 54 /* ioctl */, 55 /* fcntl */,
  78 /* gettimeofday */, 90 /* mmap */, 91 /* munmap */, 108 /* fstat */, 116 /* sysinfo */,
  119 /* sigreturn */, 125 /* mprotect */, 140 /* _llseek */, 146 /* writev */, 163 /* mremap */,
  173 /* rt_sigreturn */, 174 /* rt_sigaction */, 175 /* rt_sigprocmask */, 192 /* mmap2 */,
  197 /* fstat64 */, 219 /* madvise */, 221 /* fcntl64 */, 224 /* gettid */, 240 /* futex */,
  252 /* exit_group */, 265 /* clock_gettime */, 300 /* fstatat64 */, 355 /* getrandom */,
  383 /* statx */, 403 /* clock_gettime64 */, 422 /* futex_time64 */
};
#endif

/* Reports to whoever runs it. Only they and this file know the number that makes it one of ours. */
static void report(number what) {
#ifdef BELNAP_NONCE
  const number record[2] = {BELNAP_NONCE, what};
  ask(write_, 0, (long)record, sizeof record);
#endif
}

/* The report says how many inputs were used, too. */
static void end(int how) {
  report(how | (number)used << 32);
  for (;;) ask(exit_group_, how, 0, 0);
}

/* Where a program makes a mistake that the machine notices, it reports where that was: in code of its
   own or, behind a call of the library, where that returns to. The first words of the stack that are
   addresses of the program's code tell. */
extern char __executable_start[], __etext[];
#if SHADED
extern char __start_looks[], __stop_looks[];
#endif
static char handlers_stack[1 << 16];
static unsigned long first_frame;

static int is_code(unsigned long address) {
#if SHADED
  /* What stands before a function of the library is not what called it. */
  if (address - (unsigned long)__start_looks < (unsigned long)(__stop_looks - __start_looks)) return 0;
#endif
  return address - (unsigned long)__executable_start < (unsigned long)(__etext - __executable_start);
}

static void crashed_at(int signal, int overflow, unsigned long at) {
  report(CRASHED | (number)used << 32);
  report(signal | (number)overflow << 32);
  report(at - (unsigned long)__executable_start);
  report(at);
  for (;;) ask(exit_group_, CRASHED, 0, 0);
}

static void crashed(int signal, char *about, char *state) {
  unsigned long at = *(unsigned long *)(state + counter_at);
  unsigned long *stack = *(unsigned long **)(state + stack_at);
  unsigned long fault = *(unsigned long *)(about + fault_at);
  const int overflow = signal == 11 && fault + (1 << 16) > (unsigned long)stack && fault < first_frame;
  int word;
  for (word = 0; !overflow && !is_code(at) && word < 256; word++) at = stack[word] - 1;
  crashed_at(signal, overflow, at);
}

/* What a program calls that was compiled to look at its accesses. */
void __ubsan_handle_out_of_bounds_abort(void *about, void *index) {
  crashed_at(11, 0, (unsigned long)__builtin_return_address(0) - 1);
}

void __ubsan_handle_type_mismatch_v1_abort(void *about, void *pointer) {
  crashed_at(11, 0, (unsigned long)__builtin_return_address(0) - 1);
}

/* The same for arithmetic. Beyond the signals that the system has: 129, overflow; 130, a shift. */
#define NOTICE(name, signal) \
  void __ubsan_handle_##name##_abort(void *about, void *left, void *right) { \
    crashed_at(signal, 0, (unsigned long)__builtin_return_address(0) - 1); \
  }
NOTICE(add_overflow, 129)
NOTICE(sub_overflow, 129)
NOTICE(mul_overflow, 129)
NOTICE(negate_overflow, 129)
NOTICE(divrem_overflow, 8)
NOTICE(shift_out_of_bounds, 130)

static void notice_crashes(void) {
  static const int signals[] = {4, 6, 7, 8, 11};
  const struct { char *stack; int flags; unsigned long size; } stack = {
    handlers_stack, 0, sizeof handlers_stack
  };
  /* On another stack, with what is known about the signal; a second one ends the program. */
  const struct {
    void (*handler)(int, char *, char *);
    unsigned long flags;
    void (*restorer)(void);
    number mask;
  } __attribute__((packed)) action = {crashed, 0xc8000004 | restores, 0, 0};
  unsigned one;
  first_frame = (unsigned long)__builtin_frame_address(0);
  ask(sigaltstack_, (long)&stack, 0, 0);
  for (one = 0; one < sizeof signals / sizeof *signals; one++) {
    ask4(rt_sigaction_, signals[one], (long)&action, 0, 8);
  }
}

/* A program of the system's packet filter, which sees the number of a system call at 0, the machine
   at 4 and the first argument at 16. */
static struct step { unsigned short code; unsigned char yes, no; unsigned value; }
  steps[16 + 2 * sizeof allowed / sizeof *allowed];
static unsigned short length;

static void step(unsigned short code, unsigned char yes, unsigned char no, unsigned value) {
  struct step *next = &steps[length++];
  next->code = code; next->yes = yes; next->no = no; next->value = value;
}

static void limits(void) {
  enum { load = 0x20, equal = 0x15, answer = 0x06 };
  const unsigned allow = 0x7fff0000, kill = 0x80000000;
  const unsigned long none[2] = {0, 0}, memory[2] = {1UL << 30, 1UL << 30};
  /* There is always that much room for a stack to grow. */
  const unsigned long stack[2] = {100UL << 20, 100UL << 20};
  struct { unsigned short length; struct step *steps; } program;
  unsigned one;
  if (length) return;
  step(load, 0, 0, 4);
  step(equal, 1, 0, arch);
  step(answer, 0, 0, kill);
  step(load, 0, 0, 0);
  for (one = 0; one < sizeof allowed / sizeof *allowed; one++) {
    step(equal, 0, 1, allowed[one]);
    step(answer, 0, 0, allow);
  }
  /* `abort` sends a signal, to itself. */
  step(equal, 0, 3, tgkill_);
  step(load, 0, 0, 16);
  step(equal, 0, 1, ask(getpid_, 0, 0, 0));
  step(answer, 0, 0, allow);
  step(answer, 0, 0, kill);
  notice_crashes();
  if (SHADED) shade();
  ask(prctl_, 1, 9, 0);
  ask(close_range_, 3, ~0U, 0);
  ask(setrlimit_, 1, (long)none, 0);
  ask(setrlimit_, 3, (long)stack, 0);
  ask(setrlimit_, 4, (long)none, 0);
  ask(setrlimit_, 9, (long)memory, 0);
  ask(alarm_, 600, 0, 0);
  program.length = length;
  program.steps = steps;
  ask(prctl_, 38, 1, 0);
  if (ask(prctl_, 22, 2, (long)&program)) end(NOT_CONFINED);
  report(STARTED);
}

/* Before the constructors of other files; where the C library does not know these, as one of the
   first constructors. */
__attribute__((section(".preinit_array"), used)) static void (*first)(void) = limits;
__attribute__((constructor(101))) static void second(void) { limits(); }
#else
extern void _exit(int);
extern long write(int, const void *, unsigned long);
static void report(number what) {
#ifdef BELNAP_NONCE
  const number record[2] = {BELNAP_NONCE, what};
  write(0, record, sizeof record);
#endif
}
static void end(int how) { report(how | (number)used << 32); _exit(how); }
__attribute__((constructor(101))) static void start(void) { report(STARTED); }
#ifdef __linux__
extern int prctl(int, ...);
extern int setrlimit(int, const void *);
extern unsigned alarm(unsigned);
__attribute__((constructor(101))) static void limits(void) {
  const unsigned long none[2] = {0, 0}, memory[2] = {1UL << 30, 1UL << 30};
  prctl(1, 9);
  setrlimit(1, none);
  setrlimit(4, none);
  setrlimit(6, none);
  setrlimit(9, memory);
  alarm(600);
}
#endif
#endif

