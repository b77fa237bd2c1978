// A count that may be out of range gives an unknown value, and the ledger says so.
int x, n;
int main(void) {
  x = x << 3;
  x = x >> (n & 31);
  x = x << n;
  return x;
}
