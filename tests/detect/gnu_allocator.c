/* expect: safe */
/* The settings of glibc's allocator are accepted; addresses in no function are written as they are. */
#define _GNU_SOURCE
#include <assert.h>
#include <execinfo.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    assert(mallopt(M_ARENA_MAX, 1) == 1 && mallopt(M_MXFAST, 1 << 20) == 0 && mallopt(M_MXFAST, 64) == 1);
    assert(malloc_trim(0) == 0 && mallinfo2().uordblks == 0 && mallinfo().arena == 0);
    malloc_stats();
    void *calls[8];
    calls[0] = (void *)0x1f;
    calls[1] = NULL;
    char **names = backtrace_symbols(calls, 2);
    assert(!strcmp(names[0], "[0x1f]") && !strcmp(names[1], "[0x0]"));
    free(names);
    backtrace_symbols_fd(calls, 2, 1);
    assert(!strcmp(rawmemchr("path=value", '='), "=value"));
}
