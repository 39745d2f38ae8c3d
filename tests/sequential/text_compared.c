/* k: 1 */
/* One letter of a text, in functions of the library that read it. */
#include "pair.h"
#include <heddle/heddle.h>
#include <stdlib.h>
#include <string.h>
static char x[8] = "ab", y[8];
static void *reader(void *unused) {
    char *mine = strdup(x);
    strcpy(y, mine);
    heddle_assert(strcmp(y, "zb") != 0);
    free(mine);
    return unused;
}
static void *writer(void *unused) {
    x[0] = 'z';
    return unused;
}
MAIN(reader, writer)
