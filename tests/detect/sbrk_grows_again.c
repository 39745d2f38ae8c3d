/* expect: safe */
#include <assert.h>
#include <errno.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>
void *sbrk(intptr_t);
int brk(void *);
int main(void) {
    char *start = sbrk(8192);
    memset(start, 7, 8192);
    assert(sbrk(-8192) == start + 8192 && sbrk(0) == start);
    assert(!brk(start + 4096) && sbrk(4096) == start + 4096);
    for (int k = 0; k < 8192; k += 64) assert(!start[k]);
    errno = 0;
    assert(sbrk((intptr_t)1 << 40) == (void *)-1 && errno == ENOMEM && sbrk(0) == start + 8192);
    return 0;
}
