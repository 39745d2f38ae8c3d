/* expect: memory @a "out of bounds" */
int main(void) {
    int a[4];
    a[4] = 1; /*a*/
    return 0;
}
