#pragma once
int *__errno_location(void);
#define errno (*__errno_location())
#define EDOM 33
#define EILSEQ 84
#define EINVAL 22
#define ENOMEM 12
#define ERANGE 34
