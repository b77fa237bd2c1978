int g = 1;
int h;
int main(void) { g = 2; {
    INSIDE
    h = 2;
  }
  return 0; }
