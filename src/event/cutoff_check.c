/* cutoff_check.c — see cutoff_check.h. */
#include "event/cutoff_check.h"
#include "vm/fingerprint.h"
#include <stdlib.h>

#define SAMPLE 32             /* one of so many events has all of memory counted again */
#define MOST_TRAIL (8u << 20) /* bytes of it that are walked through for that */

void memory_sums_free(MemorySums *s) { vec_free(&s->sums); }

void memory_sums_record(MemorySums *s, const History *h, const Machine *m, TrailMark mark) {
    static _Thread_local uint64_t n;
    Fingerprint sum = s->sums.len ? vec_last(&s->sums) : (Fingerprint){0, 0};
    invariant(s->sums.len + 1 == h->path.len);
    if (!s->sums.len) s->start = mark;
    fingerprint_add(&sum, fingerprint_memory(m, mark));
    vec_push(&s->sums, sum);
    if (++n % SAMPLE || m->stop_now || m->memory->trail_len - s->start > MOST_TRAIL) return;
    invariant(fingerprint_same(sum, fingerprint_memory_since(m, s->start)));
}

void memory_sums_forget(MemorySums *s, const History *h) {
    invariant(s->sums.len == h->path.len);
    s->sums.len--;
}
