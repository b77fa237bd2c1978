# 41 "header.h" 1
int x = ;
