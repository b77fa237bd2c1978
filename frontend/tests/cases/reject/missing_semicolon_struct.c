struct S {
  int a;
}

static int y;
