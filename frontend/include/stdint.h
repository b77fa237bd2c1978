#pragma once
typedef __INT8_TYPE__ int8_t;
typedef __UINT8_TYPE__ uint8_t;
typedef int8_t int_least8_t;
typedef uint8_t uint_least8_t;
typedef __INT16_TYPE__ int16_t;
typedef __UINT16_TYPE__ uint16_t;
typedef int16_t int_least16_t;
typedef uint16_t uint_least16_t;
typedef __INT32_TYPE__ int32_t;
typedef __UINT32_TYPE__ uint32_t;
typedef int32_t int_least32_t;
typedef uint32_t uint_least32_t;
typedef __INT64_TYPE__ int64_t;
typedef __UINT64_TYPE__ uint64_t;
typedef int64_t int_least64_t;
typedef uint64_t uint_least64_t;
typedef int int_fast8_t;
typedef unsigned int uint_fast8_t;
typedef int int_fast16_t;
typedef unsigned int uint_fast16_t;
typedef int32_t int_fast32_t;
typedef uint32_t uint_fast32_t;
typedef int64_t int_fast64_t;
typedef uint64_t uint_fast64_t;
typedef __PTRDIFF_TYPE__ intptr_t;
typedef __SIZE_TYPE__ uintptr_t;
typedef __INT64_TYPE__ intmax_t;
typedef __UINT64_TYPE__ uintmax_t;
#define INT8_MAX __INT8_MAX__
#define INT8_MIN (-__INT8_MAX__ - 1)
#define UINT8_MAX __UINT8_MAX__
#define INT_LEAST8_MAX __INT8_MAX__
#define INT_LEAST8_MIN (-__INT8_MAX__ - 1)
#define UINT_LEAST8_MAX __UINT8_MAX__
#define INT16_MAX __INT16_MAX__
#define INT16_MIN (-__INT16_MAX__ - 1)
#define UINT16_MAX __UINT16_MAX__
#define INT_LEAST16_MAX __INT16_MAX__
#define INT_LEAST16_MIN (-__INT16_MAX__ - 1)
#define UINT_LEAST16_MAX __UINT16_MAX__
#define INT32_MAX __INT32_MAX__
#define INT32_MIN (-__INT32_MAX__ - 1)
#define UINT32_MAX __UINT32_MAX__
#define INT_LEAST32_MAX __INT32_MAX__
#define INT_LEAST32_MIN (-__INT32_MAX__ - 1)
#define UINT_LEAST32_MAX __UINT32_MAX__
#define INT64_MAX __INT64_MAX__
#define INT64_MIN (-__INT64_MAX__ - 1)
#define UINT64_MAX __UINT64_MAX__
#define INT_LEAST64_MAX __INT64_MAX__
#define INT_LEAST64_MIN (-__INT64_MAX__ - 1)
#define UINT_LEAST64_MAX __UINT64_MAX__
#define INT_FAST8_MAX __INT_MAX__
#define INT_FAST8_MIN (-__INT_MAX__ - 1)
#define UINT_FAST8_MAX (__INT_MAX__ * 2U + 1U)
#define INT_FAST16_MAX __INT_MAX__
#define INT_FAST16_MIN (-__INT_MAX__ - 1)
#define UINT_FAST16_MAX (__INT_MAX__ * 2U + 1U)
#define INT_FAST32_MAX __INT32_MAX__
#define INT_FAST32_MIN (-__INT32_MAX__ - 1)
#define UINT_FAST32_MAX __UINT32_MAX__
#define INT_FAST64_MAX __INT64_MAX__
#define INT_FAST64_MIN (-__INT64_MAX__ - 1)
#define UINT_FAST64_MAX __UINT64_MAX__
#define INTPTR_MAX __PTRDIFF_MAX__
#define INTPTR_MIN (-__PTRDIFF_MAX__ - 1)
#define UINTPTR_MAX __SIZE_MAX__
#define INTMAX_MAX __INT64_MAX__
#define INTMAX_MIN (-__INT64_MAX__ - 1)
#define UINTMAX_MAX __UINT64_MAX__
#define PTRDIFF_MAX __PTRDIFF_MAX__
#define PTRDIFF_MIN (-__PTRDIFF_MAX__ - 1)
#define SIZE_MAX __SIZE_MAX__
#define WCHAR_MAX __WCHAR_MAX__
#define WCHAR_MIN (-__WCHAR_MAX__ - 1)
#define INT8_C(c) __INT8_C(c)
#define UINT8_C(c) __UINT8_C(c)
#define INT16_C(c) __INT16_C(c)
#define UINT16_C(c) __UINT16_C(c)
#define INT32_C(c) __INT32_C(c)
#define UINT32_C(c) __UINT32_C(c)
#define INT64_C(c) __INT64_C(c)
#define UINT64_C(c) __UINT64_C(c)
#define INTMAX_C(c) __INT64_C(c)
#define UINTMAX_C(c) __UINT64_C(c)
