/* k: 1 */
/* limit: 1 failure of the sequential program could not be carried out in the program */
/* A text of several words is copied while the other thread looks at it. */
#include "pair.h"
#include <heddle/heddle.h>
#include <string.h>
static char text[32] = "aaaaaaaaaaaaaaaaaaaa";
static void *reader(void *unused) {
    heddle_assert(text[0] != 'b' || text[16] != 'a');
    return unused;
}
static void *writer(void *unused) {
    strcpy(text, "bbbbbbbbbbbbbbbbbbbb");
    return unused;
}
MAIN(reader, writer)
