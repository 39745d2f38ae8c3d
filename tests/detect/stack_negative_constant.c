/* expect: memory @a "invalid write" */
int main(void) {
    int a[4] = {0};
    a[-1] = 7; /*a*/
    return a[0];
}
