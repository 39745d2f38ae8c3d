/* basename and dirname on the usual edge cases. */
#include <libgen.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    const char *v[] = {"/usr/lib", "/usr/", "usr", "/", ".", "..", "", "a//b//", "///", "dir/file.txt"};
    for (int i = 0; i < 10; i++) {
        char a[32], b[32];
        strcpy(a, v[i]);
        strcpy(b, v[i]);
        printf("[%s] [%s] [%s]\n", v[i], basename(a), dirname(b));
    }
    return 0;
}
