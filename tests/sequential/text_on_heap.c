/* k: 1 */
/* A string on the heap that the other thread writes is compared. */
#include "pair.h"
#include <heddle/heddle.h>
#include <stdlib.h>
#include <string.h>
#include <stdatomic.h>
#include <stdint.h>
#include <errno.h>
#include <semaphore.h>
#include <stdio.h>
char *p;
static void *t(void *u) {
    heddle_assert(strcmp(p, "abd"));
    return 0;
}
static void *s(void *u) {
    p[2] = 'd';
    return 0;
}
int main(void) {
    p = malloc(8);
    strcpy(p, "abc");
    RUN(0, t, s);
    return 0;
}
