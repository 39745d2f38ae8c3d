/* expect: memory @a "out of bounds" */
static void set(int *p, int k) { p[k] = 1; /*a*/ }
int main(void) {
    int x = 0;
    set(&x, 1);
    return x;
}
