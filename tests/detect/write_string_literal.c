/* expect: memory @a "read-only" */
int main(void) {
    char *s = "constant";
    s[0] = 'C'; /*a*/
    return 0;
}
