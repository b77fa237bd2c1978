_Complex int x;
