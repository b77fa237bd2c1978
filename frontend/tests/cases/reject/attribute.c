int x __attribute__((1));
