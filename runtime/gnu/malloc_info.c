/*
 * malloc_info.c — settings and statistics of glibc's allocator. Settings have no effect on what a
 * program may rely on. There are no statistics: all figures are zero, and a warning says so.
 */
#include <malloc.h>
#include <bits/gnu_malloc.h>
#include "gnu.h"

#define MXFAST_MAX (80 * sizeof(size_t) / 4)

PUBLIC int mallopt(int parameter, int value) {
    return !(parameter == M_MXFAST && (value < 0 || (size_t)value > MXFAST_MAX));
}
/* No memory is given back to the system, since none is kept. */
PUBLIC int malloc_trim(size_t pad) { return 0; }
PUBLIC void malloc_stats(void) { gnu_warn("malloc_stats prints nothing"); }

PUBLIC struct mallinfo mallinfo(void) {
    gnu_warn("mallinfo returns zeros: the allocator has no statistics");
    return (struct mallinfo){0};
}
PUBLIC struct mallinfo2 mallinfo2(void) {
    gnu_warn("mallinfo2 returns zeros: the allocator has no statistics");
    return (struct mallinfo2){0};
}
