/* Mappings as allocators use them: parts, growing and shrinking, advice, fixed addresses within; errors. */
#define _GNU_SOURCE
#include <sys/mman.h>
#include <stdio.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>
#include <stdint.h>
#include <stdlib.h>
#define P 4096
#define E(x) do { errno = 0; long r_ = (long)(x); int e_ = errno; printf(#x " = %ld %s\n", r_ < 0 ? r_ : r_ > 9999999 ? 9999999 : r_, r_ < 0 ? strerror(e_) : ""); } while (0)
/* jemalloc / mimalloc: an aligned chunk by mapping more and cutting off both ends */
static void *aligned(size_t size, size_t alignment) {
    char *p = mmap(0, size + alignment, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED) return 0;
    char *a = (char *)(((uintptr_t)p + alignment - 1) & ~(alignment - 1));
    if (a > p) E(munmap(p, a - p));
    else puts("munmap(p, a - p) = 0 ");
    E(munmap(a + size, alignment - (a - p)));
    return a;
}
int main(void) { setvbuf(stdout, 0, _IONBF, 0);
    long pg = sysconf(_SC_PAGESIZE); printf("%ld %d\n", pg, getpagesize());
    char *m = mmap(0, 6 * P, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    memset(m, 3, 6 * P);
    E(munmap(m, P)); E(munmap(m + 5 * P, P)); E(munmap(m + 2 * P, P)); m[P] = m[3 * P] = m[5 * P - 1] = 4; printf("%d %d\n", m[P + 1], m[4 * P]);
    E(munmap(m, 6 * P)); /* holes are fine */
    E(munmap(m + 1, P)); E(munmap(m, 0)); 
    char *a = aligned(65536, 65536); printf("%d\n", (int)((uintptr_t)a % 65536)); memset(a, 1, 65536); E(munmap(a, 65536));
    char *b = aligned(1 << 20, 1 << 20); printf("%d\n", (int)((uintptr_t)b % (1 << 20))); b[0] = b[(1 << 20) - 1] = 1; E(munmap(b, 1 << 20));
    /* mremap grow in place or move, shrink */
    char *g = mmap(0, 2 * P, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); strcpy(g, "grow"); strcpy(g + P, "second");
    g = mremap(g, 2 * P, 64 * P, MREMAP_MAYMOVE); printf("%s %s %d\n", g, g + P, g[63 * P]); g[64 * P - 1] = 1;
    g = mremap(g, 64 * P, P, 0); printf("%d %s\n", g != MAP_FAILED, g);
    g = mremap(g, P, P, 0); printf("%s\n", g);
    E((long)mremap(g, P, 0, MREMAP_MAYMOVE)); E((long)mremap(g + 1, P, 2 * P, MREMAP_MAYMOVE)); E((long)mremap(g, P, P, 64)); E((long)mremap((void *)0x10000, P, 2 * P, MREMAP_MAYMOVE));
    E(munmap(g, P));
    /* reserve, then commit by mprotect */
    char *r = mmap(0, 64 * P, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    E(mprotect(r, 4 * P, PROT_READ | PROT_WRITE)); memset(r, 5, 4 * P); E(mprotect(r + 2 * P, P, PROT_READ)); printf("%d\n", r[2 * P]);
    E(mprotect(r + 1, P, PROT_READ)); E(mprotect(r, P, 12345)); E(mprotect((void *)0x10000, P, PROT_READ)); E(mprotect(r, 0, PROT_READ));
    E(mprotect(r, 4 * P, PROT_READ | PROT_WRITE));
    /* madvise */
    E(madvise(r, 2 * P, MADV_DONTNEED)); printf("zero %d %d %d\n", r[0], r[2 * P - 1], r[2 * P]);
    r[0] = 1; E(madvise(r, P, MADV_WILLNEED)); printf("%d\n", r[0]); E(madvise(r, P, MADV_NORMAL)); E(madvise(r, P, MADV_SEQUENTIAL)); E(madvise(r, P, MADV_RANDOM)); E(madvise(r, 4 * P, MADV_NOHUGEPAGE)); E(madvise(r + 1, P, MADV_DONTNEED)); E(madvise(r, P, 9999)); E(posix_madvise(r, P, POSIX_MADV_SEQUENTIAL)); E(posix_madvise(r, P, 77));
    /* commit by MAP_FIXED */
    E(mmap(r + 8 * P, P, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == r + 8 * P); r[8 * P] = 7; printf("%d\n", r[8 * P]);
    /* decommit by MAP_FIXED PROT_NONE */
    E(mmap(r, P, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == r);
    E(munmap(r, 64 * P));
    char *l = mmap(0, P, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
    E(mlock(l, P)); E(munlock(l, P)); E(msync(l, P, MS_ASYNC)); E(msync(l, P, MS_ASYNC | MS_SYNC)); E(msync(l + 1, P, MS_SYNC)); E(msync((void *)0x10000, P, MS_SYNC));
    unsigned char vec[4]; E(mincore(l, P, vec)); printf("%d\n", vec[0] & 1);
    E(munlockall());
    char *h = mmap((void *)0x700000000000, P, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); printf("hint %d\n", h != MAP_FAILED); h[0] = 1;
    E((long)mmap(0, P, PROT_READ, MAP_ANONYMOUS, -1, 0)); E((long)mmap(0, P, PROT_READ, MAP_PRIVATE, -1, 0)); E((long)mmap(0, (size_t)1 << 60, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)); E((long)mmap(0, SIZE_MAX, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    return 0;
}
