/* k: 1 memory */
/* What a format prints is read: here, a string that the other thread may have freed. */
#include "pair.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char *text;
static void *reader(void *unused) {
    printf("%d %.1f %-*s|%.*s\n", 1, 2.0, 4, "x", 2, text);
    return unused;
}
static void *writer(void *unused) {
    free(text);
    return unused;
}
int main(void) {
    text = strdup("ab");
    RUN(NULL, reader, writer);
    return 0;
}
