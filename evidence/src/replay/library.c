/* Functions of the library that give inputs, which take as many as their models do. */
__attribute__((weak)) int rand(void) {
  int x = (int)next();
  return x < 0 ? 0 : x;
}
__attribute__((weak)) long random(void) { return rand(); }
__attribute__((weak)) int getchar(void) {
  unsigned char c = (unsigned char)next();
  return (int)next() ? -1 : c;
}
__attribute__((weak)) int getc(void *stream) { return getchar(); }
__attribute__((weak)) int fgetc(void *stream) { return getchar(); }
__attribute__((weak)) int _IO_getc(void *stream) { return getchar(); }
__attribute__((weak)) char *fgets(char *to, int size, void *stream) {
  int i = 0, c = 0;
  while (i < size - 1 && c != '\n') {
    c = getchar();
    if (c < 0) break;
    to[i++] = c;
  }
  if (size <= 0 || (c < 0 && i == 0)) return 0;
  to[i] = 0;
  return to;
}

