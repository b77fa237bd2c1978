#define WANTED 5
