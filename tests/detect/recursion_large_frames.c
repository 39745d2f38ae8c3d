/* expect: memory "stack overflow" */
static int deep(int n) {
    char local[1 << 20];
    local[n] = (char)n;
    return n > 200 ? 0 : deep(n + 1) + local[n];
}
int main(void) { return deep(0); }
