/* k: 2 */
/* The last letter of a text is where its end was, and its end behind that: two reads. */
#include "pair.h"
#include <heddle/heddle.h>
#include <string.h>
static char text[16] = "abc";
static void *reader(void *unused) {
    heddle_assert(strlen(text) <= 3);
    return unused;
}
static void *writer(void *unused) {
    memcpy(text, "abcd", 5);
    return unused;
}
MAIN(reader, writer)
