/* expect: memory @a "past the end of the global `buffer` of 8 bytes" */
char buffer[8];
int main(void) {
    char *p = buffer;
    p[8] = 1; /*a*/
    return 0;
}
