// What sprintf and snprintf write is what the real ones write: digits, signs, widths, texts, what is cut off.
extern void observe(unsigned long long value);
extern int sprintf(char *, const char *, ...);
extern int snprintf(char *, __SIZE_TYPE__, const char *, ...);
static char room[80];
static void show(int length) {
  int i;
  observe(length);
  for (i = 0; i < 80 && room[i]; i++) observe(room[i]);
  for (i = 0; i < 80; i++) room[i] = '#';
}
int main(void) {
  static const int numbers[] = {0, 7, -7, 10, 99, -100, 2147483647, -2147483647 - 1};
  static const char *const texts[] = {"", "a", "abc", "abcdefgh"};
  int i;
  for (i = 0; i < 8; i++) {
    int n = numbers[i];
    show(sprintf(room, "%d", n));
    show(sprintf(room, "%5d|%-5d|%05d|%+d|% i", n, n, n, n, n));
    show(sprintf(room, "%u|%x|%X|%o", n, n, n, n));
    show(sprintf(room, "%.3d|%8.3x|%-8.3u|%08.3d|%-05d", n, n, n, n, n));
    show(sprintf(room, "%hhd|%hd|%hhu|%hx", n, n, n, n));
    show(sprintf(room, "%ld|%lu|%llx|%zu|%lo", (long)n, (unsigned long)n, (long long)n, sizeof n * n, (long)n));
    show(snprintf(room, 3, "<%d>", n));
  }
  for (i = 0; i < 4; i++) {
    const char *s = texts[i];
    show(sprintf(room, "%s%c%%%s", s, 'x' + i, s));
    show(sprintf(room, "%5s|%-5s|%.2s|%4.2s|%-4.0s|", s, s, s, s, s));
    show(snprintf(room, i, "%s!", s));
    show(snprintf(room, 5, "%s%s", s, s));
  }
  show(sprintf(room, "%3c|%-3c|%c", 'a', 'b', 'c' + 256));
  show(sprintf(room, "%lu %ld", ~0ul, -1l - (long)(~0ul >> 1)));
  observe(snprintf(0, 0, "%d and %s", 1234, "more"));
  show(sprintf(room, "plain"));
  return 0;
}
