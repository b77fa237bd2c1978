#pragma once
#include <stdarg.h>
#include <stddef.h>
typedef struct __belnap_file FILE;
extern FILE *stdin, *stdout, *stderr;
#define stdin stdin
#define stdout stdout
#define stderr stderr
#define EOF (-1)
#define BUFSIZ 1024
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
int printf(const char *format, ...);
int fprintf(FILE *file, const char *format, ...);
int sprintf(char *to, const char *format, ...);
int snprintf(char *to, size_t size, const char *format, ...);
int vprintf(const char *format, va_list list);
int vfprintf(FILE *file, const char *format, va_list list);
int vsprintf(char *to, const char *format, va_list list);
int vsnprintf(char *to, size_t size, const char *format, va_list list);
int scanf(const char *format, ...);
int fscanf(FILE *file, const char *format, ...);
int sscanf(const char *text, const char *format, ...);
int getchar(void);
int putchar(int c);
int puts(const char *text);
int fgetc(FILE *file);
int getc(FILE *file);
int ungetc(int c, FILE *file);
int fputc(int c, FILE *file);
int putc(int c, FILE *file);
int fputs(const char *text, FILE *file);
char *fgets(char *to, int size, FILE *file);
FILE *fopen(const char *name, const char *mode);
int fclose(FILE *file);
int fflush(FILE *file);
size_t fread(void *to, size_t size, size_t count, FILE *file);
size_t fwrite(const void *from, size_t size, size_t count, FILE *file);
int fseek(FILE *file, long offset, int whence);
long ftell(FILE *file);
void rewind(FILE *file);
int feof(FILE *file);
int ferror(FILE *file);
void clearerr(FILE *file);
void perror(const char *text);
int remove(const char *name);
int rename(const char *from, const char *to);
