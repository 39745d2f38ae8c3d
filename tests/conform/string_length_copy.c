/* strlen, strcpy and relatives. */
#include <stdio.h>
#include <string.h>

int main(void) {
    char b[32];
    for (int n = 0; n < 20; n += 3) {
        memset(b, 'x', sizeof b);
        b[n] = 0;
        printf("%zu %zu ", strlen(b), strnlen(b, 7));
    }
    printf("\n%s\n", strcpy(b, "copied"));
    printf("%s %td\n", b, stpcpy(b, "stp") - b);
    memset(b, '#', sizeof b);
    strncpy(b, "ab", 5);
    for (int i = 0; i < 7; i++) printf("%02x ", b[i]);
    printf("\n%td\n", stpncpy(b, "long text", 4) - b);
    strcpy(b, "start");
    strcat(b, "-mid");
    strncat(b, "-endless", 4);
    printf("%s\n", b);
    char *d = strdup("duplicate"), *e = strndup("duplicate", 3);
    printf("%s %s\n", d, e);
    __builtin_free(d);
    __builtin_free(e);
    return (int)strlen(b);
}
