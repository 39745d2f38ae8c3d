/* expect: memory @a "whose function has returned" */
static int *dangling(int n) {
    int local[4] = {n, n, n, n};
    int *p = local;
    return p;
}
int main(void) {
    int *p = dangling(3);
    return p[1]; /*a*/
}
