/* expect: memory */
/* rawmemchr goes on behind the object if the byte is not there. */
#define _GNU_SOURCE
#include <string.h>

int main(void) {
    char text[4] = "abc";
    return rawmemchr(text, 'x') == text;
}
