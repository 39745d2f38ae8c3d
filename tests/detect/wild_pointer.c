/* expect: memory @a "wild pointer 0xdeadbeef0000" */
int main(void) {
    int *p = (int *)0xdeadbeef0000;
    return *p; /*a*/
}
