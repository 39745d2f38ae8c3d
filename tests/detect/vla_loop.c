/* expect: safe */
int main(void) {
    int sum = 0;
    for (int n = 1; n < 200; n++) {
        int a[n];
        for (int i = 0; i < n; i++) a[i] = 1;
        sum += a[n - 1];
    }
    return sum == 199 ? 0 : 1;
}
