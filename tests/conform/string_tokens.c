/* strtok, strtok_r and strsep. */
#include <stdio.h>
#include <string.h>

int main(void) {
    char a[] = "  one, two,,three ;four", b[] = "k1=v1&k2=v2&k3", c[] = "a::b:c:";
    for (char *p = strtok(a, " ,;"); p; p = strtok(NULL, " ,;")) printf("[%s]", p);
    printf("\n");
    char *outer, *inner;
    for (char *p = strtok_r(b, "&", &outer); p; p = strtok_r(NULL, "&", &outer)) {
        char *k = strtok_r(p, "=", &inner), *v = strtok_r(NULL, "=", &inner);
        printf("%s -> %s\n", k, v ? v : "(none)");
    }
    char *rest = c, *part;
    while ((part = strsep(&rest, ":"))) printf("<%s>", part);
    printf("\n");
    return 0;
}
