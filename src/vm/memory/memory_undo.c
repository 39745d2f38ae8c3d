/* memory_undo.c — marks, and ways back to them and forth again, by the records of the trail. */
#include "vm/memory/memory_check.h"
#include "vm/memory/memory_internal.h"

static void forget_dirt(Memory *m) {
    m->epoch++;
    for (size_t k = 0; k < m->fresh_lines.len; k++) {
        invariant(m->dirty[m->fresh_lines.data[k]]);
        m->dirty[m->fresh_lines.data[k]] = 0;
    }
    m->fresh_lines.len = 0;
}

TrailMark memory_mark(Memory *m) {
    if (unlikely(base_invariants)) memory_check(m);
    forget_dirt(m);
    invariant(m->trail_len % 8 == 0 && m->trail_len <= m->trail_cap);
    return m->newest_mark = m->trail_len;
}

void memory_undo(Memory *m, TrailMark mark) {
    invariant(mark <= m->trail_len);
    while (m->trail_len > mark) {
        Footer f;
        memcpy(&f, m->trail + m->trail_len - sizeof f, sizeof f);
        m->trail_len -= sizeof f;
        if (f.where == &memory_chunk_record) {
            m->trail_len -= sizeof(ChunkRecord);
            ChunkRecord r;
            memcpy(&r, m->trail + m->trail_len, sizeof r);
            memory_apply_chunks(m, &r);
        } else if (f.where) {
            m->trail_len -= (f.size + 7) & ~7ull;
            memcpy(f.where, m->trail + m->trail_len, f.size);
        } else {
            m->trail_len -= memory_line_record(m);
            const MemoryLine *r = (const MemoryLine *)(m->trail + m->trail_len);
            memcpy(m->base + f.size * LINE, r->data, 64);
            memcpy(m->valid + f.size * 8, r->valid, 8);
            memcpy(m->plain + f.size * 8, r->plain, 8);
            if (m->tracks_undefined) memcpy(m->undefined + f.size * 8, r->undefined, 8);
        }
    }
    invariant(m->trail_len == mark);
    forget_dirt(m);
}

static void exchange_bytes(void *p, void *q, size_t n) {
    uint8_t *a = p, *b = q, x[64];
    for (size_t part; n; n -= part, a += part, b += part) {
        part = MIN(n, sizeof x);
        memcpy(x, a, part);
        memcpy(a, b, part);
        memcpy(b, x, part);
    }
}

/* Moves *at from the end of a record to its beginning; returns its footer. */
static Footer previous(const Memory *m, const uint8_t *trail, size_t *at) {
    Footer f;
    invariant(*at >= sizeof f);
    memcpy(&f, trail + *at - sizeof f, sizeof f);
    size_t whole = sizeof f + (f.where ? (f.size + 7) & ~(size_t)7 : memory_line_record(m));
    invariant(*at >= whole);
    *at -= whole;
    return f;
}

static void exchange_record(Memory *m, uint8_t *at, Footer f) {
    if (f.where == &memory_chunk_record) {
        ChunkRecord r;
        memcpy(&r, at, sizeof r);
        memory_apply_chunks(m, &r);
        memcpy(at, &r, sizeof r);
        return;
    }
    if (f.where) {
        exchange_bytes(f.where, at, f.size);
        return;
    }
    MemoryLine *r = (MemoryLine *)at;
    exchange_bytes(m->base + f.size * LINE, r->data, 64);
    exchange_bytes(m->valid + f.size * 8, r->valid, 8);
    exchange_bytes(m->plain + f.size * 8, r->plain, 8);
    if (m->tracks_undefined) exchange_bytes(m->undefined + f.size * 8, r->undefined, 8);
}

size_t memory_undo_keep(Memory *m, TrailMark mark, const void **record) {
    invariant(mark <= m->trail_len);
    size_t size = m->trail_len - mark;
    while (m->trail_len > mark) {
        Footer f = previous(m, m->trail, &m->trail_len);
        exchange_record(m, m->trail + m->trail_len, f);
    }
    invariant(m->trail_len == mark);
    forget_dirt(m);
    *record = m->trail + mark;
    return size;
}

void memory_redo(Memory *m, const void *record, size_t size) {
    uint8_t *part = memory_trail_room(m, size);
    memcpy(part, record, size);
    /* Goes forwards. Records have their lengths only at their ends, so the ends are listed
     * first. */
    m->starts.len = 0;
    for (size_t at = size; at;) {
        vec_push(&m->starts, at);
        previous(m, part, &at);
    }
    while (m->starts.len) {
        size_t at = vec_pop(&m->starts);
        Footer f = previous(m, part, &at);
        exchange_record(m, part + at, f);
    }
    forget_dirt(m);
}

void memory_saved(const Memory *m, TrailMark mark,
                  void (*visit)(void *context, const void *place, uint64_t size,
                                const uint8_t *old),
                  void *context) {
    for (size_t at = m->trail_len; at > mark;) {
        Footer f = previous(m, m->trail, &at);
        if (f.where && f.where != &memory_chunk_record)
            visit(context, f.where, f.size, m->trail + at);
    }
}

void memory_changed_lines(const Memory *m, TrailMark mark,
                          void (*visit)(void *context, uint64_t line, const MemoryLine *old),
                          void *context) {
    for (size_t at = m->trail_len; at > mark;) {
        Footer f = previous(m, m->trail, &at);
        if (f.where) continue;
        visit(context, f.size, (const MemoryLine *)(m->trail + at));
    }
}

bool memory_before(const Memory *m, const void *place, bool (*is)(const uint8_t *old),
                   TrailMark *mark) {
    for (size_t at = m->trail_len; at;) {
        Footer f = previous(m, m->trail, &at);
        if (f.where != place || !is(m->trail + at)) continue;
        *mark = at;
        return true;
    }
    return false;
}
