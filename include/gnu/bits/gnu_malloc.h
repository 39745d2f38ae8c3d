/* gnu_malloc.h — what glibc declares in <malloc.h> beyond musl. */
#ifndef HEDDLE_BITS_GNU_MALLOC_H
#define HEDDLE_BITS_GNU_MALLOC_H

#include <stdio.h> /* as in glibc: programs rely on it */

enum {
    M_ARENA_MAX = -8,
    M_ARENA_TEST,
    M_PERTURB,
    M_CHECK_ACTION,
    M_MMAP_MAX,
    M_MMAP_THRESHOLD,
    M_TOP_PAD,
    M_TRIM_THRESHOLD,
    M_MXFAST = 1,
    M_NLBLKS,
    M_GRAIN,
    M_KEEP
};
#define M_ARENA_MAX M_ARENA_MAX
#define M_ARENA_TEST M_ARENA_TEST
#define M_PERTURB M_PERTURB
#define M_CHECK_ACTION M_CHECK_ACTION
#define M_MMAP_MAX M_MMAP_MAX
#define M_MMAP_THRESHOLD M_MMAP_THRESHOLD
#define M_TOP_PAD M_TOP_PAD
#define M_TRIM_THRESHOLD M_TRIM_THRESHOLD
#define M_MXFAST M_MXFAST
#define M_NLBLKS M_NLBLKS
#define M_GRAIN M_GRAIN
#define M_KEEP M_KEEP
void *pvalloc(size_t);
int mallopt(int, int);
int malloc_trim(size_t);
void malloc_stats(void);

struct mallinfo {
    int arena, ordblks, smblks, hblks, hblkhd, usmblks, fsmblks, uordblks, fordblks, keepcost;
};
struct mallinfo2 {
    size_t arena, ordblks, smblks, hblks, hblkhd, usmblks, fsmblks, uordblks, fordblks, keepcost;
};
struct mallinfo mallinfo(void);
struct mallinfo2 mallinfo2(void);

#endif
