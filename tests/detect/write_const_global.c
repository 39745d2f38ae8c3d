/* expect: memory @a "read-only" */
static const int limit = 4;
int main(void) {
    int *p = (int *)&limit;
    *p = 5; /*a*/
    return 0;
}
