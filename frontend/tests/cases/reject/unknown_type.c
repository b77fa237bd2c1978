size_t x;
