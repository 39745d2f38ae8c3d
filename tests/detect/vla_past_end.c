/* expect: memory @a "invalid write" */
static int fill(int n) {
    int a[n];
    for (int i = 0; i <= n; i++) a[i] = i; /*a*/
    return a[0];
}
int main(void) { return fill(5); }
