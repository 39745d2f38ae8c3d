/* expect: memory @a "1 byte before a local variable of 64 bytes in `trim`" */
/* The text is empty: the last character would be the one before the first. */
#include <stdio.h>
#include <string.h>
static void trim(const char *text) {
    char other[16] = "other", buf[64];
    size_t len = (size_t)snprintf(buf, sizeof buf, "%s", text);
    if (buf[len - 1] == '\n') buf[len - 1] = 0; /*a*/
    printf("%s %s\n", other, buf);
}
int main(void) {
    trim("");
    return 0;
}
