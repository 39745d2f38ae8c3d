/* expect: memory @a "function has returned" */
static int *kept;
static void keep(void) {
    int local = 5;
    kept = &local;
}
int main(void) {
    keep();
    *kept = 6; /*a*/
    return 0;
}
