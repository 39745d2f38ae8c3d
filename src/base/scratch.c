/* scratch.c — see scratch.h. */
#include "base/scratch.h"

#define SCRATCH_BYTES (1ull << 34) /* of address space; only touched pages take memory */

void scratch_init(Scratch *s) { *s = (Scratch){base_reserve(SCRATCH_BYTES), 0}; }

void scratch_free(Scratch *s) {
    base_release(s->base, SCRATCH_BYTES);
    *s = (Scratch){0};
}

void *scratch_take(Scratch *s, size_t bytes) {
    void *at = s->base + s->top;
    s->top += (bytes + 15) & ~(size_t)15;
    if (s->top > SCRATCH_BYTES)
        base_fatal("a run is too long to look for its conflicting extensions");
    return at;
}
