/* expect: memory @a "no function: byte 0 of the global `x`" */
static int x;
int main(void) {
    int (*f)(void) = (int (*)(void))&x;
    return f(); /*a*/
}
