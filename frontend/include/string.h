#pragma once
#include <stddef.h>
void *memcpy(void *to, const void *from, size_t size);
void *memmove(void *to, const void *from, size_t size);
void *memset(void *to, int byte, size_t size);
int memcmp(const void *left, const void *right, size_t size);
void *memchr(const void *in, int byte, size_t size);
size_t strlen(const char *s);
size_t strnlen(const char *s, size_t limit);
char *strcpy(char *to, const char *from);
char *strncpy(char *to, const char *from, size_t size);
char *strcat(char *to, const char *from);
char *strncat(char *to, const char *from, size_t limit);
int strcmp(const char *a, const char *b);
int strncmp(const char *a, const char *b, size_t limit);
int strcoll(const char *a, const char *b);
char *strchr(const char *s, int c);
char *strrchr(const char *s, int c);
size_t strspn(const char *s, const char *accepted);
size_t strcspn(const char *s, const char *rejected);
char *strpbrk(const char *s, const char *accepted);
char *strstr(const char *s, const char *part);
char *strtok(char *s, const char *separators);
char *strdup(const char *s);
char *strerror(int number);
