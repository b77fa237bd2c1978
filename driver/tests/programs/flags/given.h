#define GIVEN 1
