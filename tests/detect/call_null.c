/* expect: memory @a "no function" */
int main(void) {
    void (*f)(void) = 0;
    f(); /*a*/
    return 0;
}
