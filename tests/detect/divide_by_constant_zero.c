/* expect: arithmetic @a "division by zero" */
int main(void) {
    int x = 10, y = 0;
    int unused = x / y; /*a*/
    return 0;
}
