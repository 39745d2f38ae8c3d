/* expect: memory @a "past the end of a local variable of 12 bytes in `fill`" */
static int fill(int n) {
    int a[3];
    for (int i = 0; i < n; i++) a[i] = i; /*a*/
    return a[0] + a[2];
}
int main(void) { return fill(4); }
