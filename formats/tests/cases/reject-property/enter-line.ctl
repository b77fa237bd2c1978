EF enter(a.c:12)
