/* pass_parameters.c — see pass_parameters.h. */
#include "campaigns/pass_parameters.h"
#include "explore/internal.h"
#include <stdio.h>
#include <stdlib.h>

void pass_parameters_put(const Campaign *c, Wire *out) {
    const Machine *m = c->run->machine;
    wire_put_8(out, c->weak);
    wire_put_8(out, m->patient);
    wire_put_32(out, (uint32_t)c->visible.len);
    for (size_t k = 0; k < c->visible.len; k++) {
        wire_put_64(out, c->visible.data[k].start);
        wire_put_64(out, c->visible.data[k].end);
    }
    wire_put_32(out, (uint32_t)m->notes.len);
    for (size_t k = 0; k < m->notes.len; k++) {
        wire_put_64(out, m->notes.data[k].identity);
        wire_put_64(out, m->notes.data[k].mutex);
        wire_put_8(out, m->notes.data[k].ordered);
    }
}

bool pass_parameters_get(Campaign *c, const void *bytes, size_t size) {
    Machine *m = c->run->machine;
    WireReader r = wire_reader(bytes, size);
    if (!size) return true;
    c->weak = wire_get_8(&r);
    m->patient = wire_get_8(&r);
    uint32_t n = wire_get_count(&r, 16);
    c->visible.len = 0;
    for (uint32_t k = 0; k < n; k++) {
        uint64_t start = wire_get_64(&r), end = wire_get_64(&r);
        if (start >= end) r.wrong = true;
        if (!r.wrong) campaign_show(c, start, end);
    }
    n = wire_get_count(&r, 17);
    m->notes.len = 0;
    for (uint32_t k = 0; k < n; k++) {
        ObjectNote note = {.identity = wire_get_64(&r)};
        note.mutex = wire_get_64(&r);
        note.ordered = wire_get_8(&r);
        vec_push(&m->notes, note);
    }
    return wire_is_read(&r);
}

char *pass_fact(const Campaign *c, size_t *at) {
    const Machine *m = c->run->machine;
    for (; *at < m->notes.len; ++*at) {
        const ObjectNote *n = &m->notes.data[*at];
        if (!n->mutex || n->ordered) continue;
        ++*at;
        return xasprintf("%llx waits with %llx", (unsigned long long)n->identity,
                         (unsigned long long)n->mutex);
    }
    return NULL;
}

bool pass_note_fact(Campaign *c, const char *fact) {
    Machine *m = c->run->machine;
    unsigned long long cond, mutex;
    if (sscanf(fact, "%llx waits with %llx", &cond, &mutex) != 2) return false;
    bool before = machine_is_ordered(m, cond);
    machine_waits_with(m, cond, mutex);
    return !before && machine_is_ordered(m, cond);
}
