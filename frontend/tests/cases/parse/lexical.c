# 1 "other.c"
# 1 "<built-in>" 1
#pragma once
#ident "x"
#line 7 "x.c"
_Pragma("omp parallel") int _Pragma("x") $a, é, _b; /* a /* comment */ // a \
comment int c;
int arr<::> = <% 1, 2 %>; int y = 3 /**/ + 4;
int z \
 = 1; int r[] = { [1...2] = 0 };
	int tab;
  # 12 "indented.h" 3 4
int	last;
int \u00e9t\U000000e9, u = \u00e9; struct { int a\u00e9; } n\u00e9;
