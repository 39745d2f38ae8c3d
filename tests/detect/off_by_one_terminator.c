/* expect: memory @a "out of bounds: 0 bytes past the end" */
#include <stdlib.h>
#include <string.h>
static char *copy(const char *s) {
    size_t n = strlen(s);
    char *p = malloc(n);
    for (size_t i = 0; i < n; i++) p[i] = s[i];
    p[n] = 0; /*a*/
    return p;
}
int main(void) {
    free(copy("abcdefg"));
    return 0;
}
