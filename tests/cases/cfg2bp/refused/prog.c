int count, table[4];
int helper(int value) {
    int inner = value + count;
    return inner;
}
int main(void) {
    int amount = helper(3);
    table[amount & 3] = amount;
LOOP:
    while (amount > 0)
        amount = amount - helper(table[1]);
    return 0;
}
