/* recorder_clocks.c — see recorder_clocks.h. */
#include "strategies/interference/recorder_clocks.h"

uint32_t recorder_clock_at(const Recorder *r, size_t position, uint32_t thread) {
    return thread < r->clock_len.data[position]
               ? r->clocks.data[r->clock_of.data[position] + thread]
               : 0;
}

int64_t recorder_newest(const Recorder *r, int thread) {
    const Event *e = history_last(&r->run->history, (uint32_t)thread);
    return e ? (int64_t)e->position : -1;
}

static void join_clock(Recorder *r, uint32_t *clock, uint32_t len, int64_t position) {
    for (uint32_t v = 0; position >= 0 && v < len; v++)
        clock[v] = MAX(clock[v], recorder_clock_at(r, (size_t)position, v));
}

void recorder_note_clock(Recorder *r, const Action *a, int64_t before, int64_t creation) {
    uint32_t len = r->run->machine->nslots;
    size_t at = r->clocks.len;
    vec_push(&r->clock_of, at);
    vec_push(&r->clock_len, len);
    vec_reserve(&r->clocks, at + len);
    r->clocks.len = at + len;
    uint32_t *clock = r->clocks.data + at;
    memset(clock, 0, len * sizeof *clock);
    join_clock(r, clock, len, before);
    join_clock(r, clock, len, creation);
    if (a->op.kind == OPERATION_JOIN) join_clock(r, clock, len, recorder_newest(r, a->op.target));
    clock[a->thread] = a->index;
}

bool recorder_is_past(const Recorder *r, size_t position, int thread) {
    const Action *a = &r->run->history.path.data[position]->action;
    int64_t last = recorder_newest(r, thread);
    return a->thread == thread ||
           (last >= 0 && recorder_clock_at(r, (size_t)last, (uint32_t)a->thread) >= a->index);
}
