/* cutoff_check.c — see cutoff_check.h. */
#include "state/cutoff/cutoff_check.h"
#include "os/operations.h"
#include "vm/state/fingerprint.h"
#include <stdlib.h>

#define SAMPLE 32 /* after one of this number of events, the whole state is summed up again */
#define MOST_TRAIL (8u << 20) /* maximal bytes of the trail that are walked through for this */

void state_sums_free(StateSums *s) {
    vec_free(&s->memory);
    vec_free(&s->rest);
}

void state_sums_clear(StateSums *s) { s->memory.len = s->rest.len = 0; }

/* The part of the state besides memory and the positions of threads. */
static Fingerprint rest_of(const Machine *m) {
    Fingerprint sum = operation_sum(m);
    fingerprint_add(&sum, heap_sum(m));
    return sum;
}

/* Whether the rest can be counted again: what a failing operation did not do is in its event all
 * the same, as is what a signal interrupted; codes of versions and times that become exact
 * meanwhile are counted once. */
static bool is_countable(const StateSums *s, const Machine *m) {
    if (m->exited || m->look || m->code_names || m->exact_time != m->exact_at_first) return false;
    for (uint32_t k = 0; k < m->nslots; k++)
        if (m->threads[k] && m->threads[k]->status == THREAD_STOPPED) return false;
    return true;
}

void state_sums_record(StateSums *s, const History *h, const Machine *m, TrailMark mark) {
    static _Thread_local uint64_t n;
    const Event *e = vec_last(&h->path), *before = history_before(h, e);
    Fingerprint none = {0, 0}, memory = fingerprint_memory(m, mark), rest = e->changes;
    invariant(s->memory.len + 1 == h->path.len && s->rest.len + 1 == h->path.len);
    if (before) fingerprint_subtract(&rest, before->changes);
    fingerprint_subtract(&rest, memory);
    if (!s->memory.len) {
        s->start = mark;
        s->first = rest_of(m);
        fingerprint_subtract(&s->first, rest);
    }
    fingerprint_add(&memory, s->memory.len ? vec_last(&s->memory) : none);
    fingerprint_add(&rest, s->rest.len ? vec_last(&s->rest) : s->first);
    vec_push(&s->memory, memory);
    vec_push(&s->rest, rest);
    if (++n % SAMPLE || m->stop_now) return;
    invariant(!is_countable(s, m) || fingerprint_same(rest, rest_of(m)));
    if (m->memory->trail_len - s->start > MOST_TRAIL) return;
    invariant(fingerprint_same(memory, fingerprint_memory_since(m, s->start)));
}

void state_sums_forget(StateSums *s, const History *h) {
    invariant(s->memory.len == h->path.len && s->rest.len == h->path.len);
    s->memory.len--;
    s->rest.len--;
}
