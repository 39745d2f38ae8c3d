/* expect: memory @a "null pointer dereference: write of 4 bytes" */
int main(void) {
    int *p = 0;
    *p = 1; /*a*/
    return 0;
}
