/* expect: memory @a "out of bounds" */
int main(void) {
    char c = 1;
    int v = *(int *)&c; /*a*/
    return v == 1;
}
