/* expect: safe */
/* What advice does to memory of the program's own, and to what is shared. */
#include <assert.h>
#define _GNU_SOURCE
#include <sys/mman.h>
int main(void) {
    char *own = mmap(0, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    char *all = mmap(0, 8192, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    own[0] = own[4096] = all[0] = all[4096] = 1;
    assert(!madvise(own, 4096, MADV_DONTNEED) && !madvise(all, 4096, MADV_DONTNEED));
    assert(!own[0] && own[4096] && all[0]);
    assert(!madvise(all, 4096, MADV_REMOVE) && !all[0] && all[4096]);
    assert(mmap(own + 4096, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) ==
           own + 4096);
    assert(!own[4096]);
    char *shrunk = mremap(own, 8192, 4096, MREMAP_MAYMOVE);
    assert(shrunk == own);
    char *grown = mremap(shrunk, 4096, 16384, MREMAP_MAYMOVE);
    assert(grown != MAP_FAILED && !grown[16383]);
    return munmap(grown, 16384) || munmap(all, 8192);
}
