/* expect: memory "stack overflow" */
static int fill(int n) {
    char local[80 << 20];
    for (int i = 0; i < n; i++) local[i] = 1;
    return local[n / 2];
}
int main(void) { return fill(100) - 1; }
