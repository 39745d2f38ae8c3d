/* expect: safe */
static int depth(int n) {
    volatile int here = n;
    return n == 0 ? 0 : 1 + depth(here - 1);
}
int main(void) { return depth(5000) - 5000; }
