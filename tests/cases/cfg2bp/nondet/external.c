// A function without a body: what it returns and changes is unknown, not the environment's choice.
int read_sensor(void);
int g;
int main(void) {
    int x;
    x = read_sensor();
    if (x > 0) {
    WARM:;
    }
    if (g != 0) {
    CHANGED:;
    }
    return 0;
}
