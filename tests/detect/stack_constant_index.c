/* expect: memory @a "out of bounds" */
int main(void) {
    int a[4] = {1, 2, 3, 4};
    return a[4]; /*a*/
}
