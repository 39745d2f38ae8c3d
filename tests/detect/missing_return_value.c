/* expect: safe */
/* Falling off a function whose value is used is undefined only there; clang -O0 returns anything. */
static int f(int x) {
    if (x) return 1;
    return 2;
}
int main(void) { return f(1) - 1; }
