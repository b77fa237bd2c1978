EF at(a.c:0)
