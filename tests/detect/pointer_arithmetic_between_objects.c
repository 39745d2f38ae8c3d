/* expect: memory @a "invalid" */
static int a[2], b[2];
int main(void) {
    int *p = a;
    p += (b - a) / 2 + 1;
    *p = 1; /*a*/
    return b[0];
}
