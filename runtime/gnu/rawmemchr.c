/* rawmemchr.c — looks for a byte that is known to be there; not finding it is an invalid access. */
#include "gnu.h"

PUBLIC void *rawmemchr(const void *s, int c) {
    const unsigned char *p = s;
    while (*p != (unsigned char)c) p++;
    return (void *)p;
}
