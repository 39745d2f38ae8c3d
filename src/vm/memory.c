/* memory.c — see memory.h. */
#include "vm/memory.h"
#include <stdlib.h>
#include <sys/mman.h>

#define LINE 64
typedef struct LineRecord {
    uint8_t data[64];
    uint8_t valid[8], plain[8];
} LineRecord;

/* Every record ends with a footer, so that the trail can be read backwards. */
typedef struct Footer {
    void *where;   /* NULL: a line */
    uint64_t size; /* bytes saved before the footer; for a line its number */
} Footer;

Memory *memory_new(void) {
    Memory *m = xcalloc(1, sizeof *m);
    m->base = base_reserve(MEMORY_LIMIT + 4096);
    m->valid = base_reserve(MEMORY_LIMIT / 8 + 4096);
    m->plain = base_reserve(MEMORY_LIMIT / 8 + 4096);
    m->dirty = base_reserve(MEMORY_LIMIT / 64 + 4096);
    m->recording = true;
    m->epoch = 1;
    return m;
}

void memory_free(Memory *m) {
    if (!m) return;
    munmap(m->base, MEMORY_LIMIT + 4096);
    munmap(m->valid, MEMORY_LIMIT / 8 + 4096);
    munmap(m->plain, MEMORY_LIMIT / 8 + 4096);
    munmap(m->dirty, MEMORY_LIMIT / 64 + 4096);
    for (size_t k = 0; k < m->overlay_cap; k++) free(m->overlay[k]);
    free(m->overlay);
    free(m->trail);
    vec_free(&m->fresh_lines);
    vec_free(&m->starts);
    vec_free(&m->symbolic_changes);
    free(m);
}

static uint8_t *trail_room(Memory *m, size_t size) {
    if (unlikely(m->trail_len + size > m->trail_cap)) {
        m->trail_cap = MAX(m->trail_cap * 2, m->trail_len + size + (1 << 16));
        m->trail = xrealloc(m->trail, m->trail_cap);
    }
    uint8_t *at = m->trail + m->trail_len;
    m->trail_len += size;
    return at;
}

void trail_save(Memory *m, void *p, size_t size) {
    if (!m->recording) return;
    size_t padded = (size + 7) & ~(size_t)7;
    uint8_t *at = trail_room(m, padded + sizeof(Footer));
    memcpy(at, p, size);
    Footer f = {p, size};
    memcpy(at + padded, &f, sizeof f);
}

void memory_touch_line(Memory *m, uint64_t line) {
    m->dirty[line] = 1;
    if (!m->recording) return;
    uint8_t *at = trail_room(m, sizeof(LineRecord) + sizeof(Footer));
    LineRecord *r = (LineRecord *)at;
    memcpy(r->data, m->base + line * LINE, 64);
    memcpy(r->valid, m->valid + line * 8, 8);
    memcpy(r->plain, m->plain + line * 8, 8);
    Footer f = {NULL, line};
    memcpy(at + sizeof(LineRecord), &f, sizeof f);
    vec_push(&m->fresh_lines, line);
}

static void forget_dirt(Memory *m) {
    m->epoch++;
    for (size_t k = 0; k < m->fresh_lines.len; k++) m->dirty[m->fresh_lines.data[k]] = 0;
    m->fresh_lines.len = 0;
}

TrailMark memory_mark(Memory *m) {
    forget_dirt(m);
    return m->newest_mark = m->trail_len;
}

void memory_undo(Memory *m, TrailMark mark) {
    while (m->trail_len > mark) {
        Footer f;
        memcpy(&f, m->trail + m->trail_len - sizeof f, sizeof f);
        m->trail_len -= sizeof f;
        if (f.where) {
            m->trail_len -= (f.size + 7) & ~7ull;
            memcpy(f.where, m->trail + m->trail_len, f.size);
        } else {
            m->trail_len -= sizeof(LineRecord);
            const LineRecord *r = (const LineRecord *)(m->trail + m->trail_len);
            memcpy(m->base + f.size * LINE, r->data, 64);
            memcpy(m->valid + f.size * 8, r->valid, 8);
            memcpy(m->plain + f.size * 8, r->plain, 8);
        }
    }
    forget_dirt(m);
}

static void exchange(void *p, void *q, size_t n) {
    uint8_t *a = p, *b = q, x[64];
    for (size_t part; n; n -= part, a += part, b += part) {
        part = MIN(n, sizeof x);
        memcpy(x, a, part);
        memcpy(a, b, part);
        memcpy(b, x, part);
    }
}

/* Where the record begins that ends before *at, which goes there. */
static Footer previous(const uint8_t *trail, size_t *at) {
    Footer f;
    memcpy(&f, trail + *at - sizeof f, sizeof f);
    *at -= sizeof f + (f.where ? (f.size + 7) & ~(size_t)7 : sizeof(LineRecord));
    return f;
}

static void exchange_record(Memory *m, uint8_t *at, Footer f) {
    if (f.where) {
        exchange(f.where, at, f.size);
        return;
    }
    LineRecord *r = (LineRecord *)at;
    exchange(m->base + f.size * LINE, r->data, 64);
    exchange(m->valid + f.size * 8, r->valid, 8);
    exchange(m->plain + f.size * 8, r->plain, 8);
}

size_t memory_undo_keep(Memory *m, TrailMark mark, const void **record) {
    size_t size = m->trail_len - mark;
    while (m->trail_len > mark) {
        Footer f = previous(m->trail, &m->trail_len);
        exchange_record(m, m->trail + m->trail_len, f);
    }
    forget_dirt(m);
    *record = m->trail + mark;
    return size;
}

void memory_redo(Memory *m, const void *record, size_t size) {
    uint8_t *part = trail_room(m, size);
    memcpy(part, record, size);
    /* Forwards: records say at their ends only how long they are. */
    m->starts.len = 0;
    for (size_t at = size; at;) {
        vec_push(&m->starts, at);
        previous(part, &at);
    }
    while (m->starts.len) {
        size_t at = vec_pop(&m->starts);
        Footer f = previous(part, &at);
        exchange_record(m, part + at, f);
    }
    forget_dirt(m);
}

void memory_saved(const Memory *m, TrailMark mark, void (*visit)(void *context, const void *place, uint64_t size, const uint8_t *old), void *context) {
    for (size_t at = m->trail_len; at > mark;) {
        Footer f = previous(m->trail, &at);
        if (f.where) visit(context, f.where, f.size, m->trail + at);
    }
}

void memory_changed_lines(const Memory *m, TrailMark mark, void (*visit)(void *context, uint64_t line, const uint8_t *old, const uint8_t *old_valid), void *context) {
    for (size_t at = m->trail_len; at > mark;) {
        Footer f = previous(m->trail, &at);
        if (f.where) continue;
        const LineRecord *r = (const LineRecord *)(m->trail + at);
        visit(context, f.size, r->data, r->valid);
    }
}

/* What became symbolic stays so, as does what was allocated: only concrete bytes go back. */
static void restore_line(void *context, uint64_t line, const uint8_t *old, const uint8_t *old_valid) {
    Memory *m = context;
    (void)old_valid;
    for (unsigned b = 0; b < LINE; b++) {
        uint64_t address = line * LINE + b;
        if ((bits_at(m->valid, address) & 1) && !memory_symbolic(m, address)) m->base[address] = old[b];
    }
}

void memory_restore(Memory *m, TrailMark mark) { memory_changed_lines(m, mark, restore_line, m); }

void bits_fill(uint8_t *bitmap, uint64_t address, uint64_t size, bool value) {
    uint64_t end = address + size;
    while (address < end && (address & 7)) {
        if (value)
            bitmap[address >> 3] |= (uint8_t)(1 << (address & 7));
        else
            bitmap[address >> 3] &= (uint8_t) ~(1 << (address & 7));
        address++;
    }
    uint64_t whole = (end - address) >> 3;
    if (address < end && whole) {
        memset(bitmap + (address >> 3), value ? 255 : 0, whole);
        address += whole << 3;
    }
    while (address < end) {
        if (value)
            bitmap[address >> 3] |= (uint8_t)(1 << (address & 7));
        else
            bitmap[address >> 3] &= (uint8_t) ~(1 << (address & 7));
        address++;
    }
}

uint64_t bits_first_clear(const uint8_t *bitmap, uint64_t address, uint64_t size) {
    uint64_t end = address + size;
    while (address < end) {
        if (!(address & 7) && bitmap[address >> 3] == 255) {
            address += 8;
            continue;
        }
        if (!(bitmap[address >> 3] >> (address & 7) & 1)) return address;
        address++;
    }
    return end;
}

static void drop_symbolic(Memory *m, uint64_t address, uint64_t size) {
    if (!m->symbolic_bytes) return;
    for (uint64_t k = 0; k < size; k++)
        if (memory_symbolic(m, address + k)) memory_set_symbolic(m, address + k, NULL);
}

void memory_allow(Memory *m, uint64_t address, uint64_t size, bool zero) {
    if (!size) return;
    memory_touch(m, address, size);
    drop_symbolic(m, address, size);
    bits_fill(m->valid, address, size, true);
    bits_fill(m->plain, address, size, true);
    if (zero) memset(m->base + address, 0, size);
}

void memory_forbid(Memory *m, uint64_t address, uint64_t size) {
    if (!size) return;
    memory_touch(m, address, size);
    drop_symbolic(m, address, size);
    bits_fill(m->valid, address, size, false);
    bits_fill(m->plain, address, size, false);
}

void memory_poke(Memory *m, uint64_t address, const void *bytes, uint64_t size) {
    if (!size) return;
    memory_touch(m, address, size);
    drop_symbolic(m, address, size);
    memcpy(m->base + address, bytes, size);
}

void memory_fill(Memory *m, uint64_t address, uint8_t byte, uint64_t size) {
    if (!size) return;
    memory_touch(m, address, size);
    drop_symbolic(m, address, size);
    memset(m->base + address, byte, size);
}

void memory_move(Memory *m, uint64_t to, uint64_t from, uint64_t size) {
    if (!size) return;
    memory_touch(m, to, size);
    memmove(m->base + to, m->base + from, size);
}

void memory_peek(const Memory *m, uint64_t address, void *bytes, uint64_t size) { memcpy(bytes, m->base + address, size); }

/* --- the overlay ------------------------------------------------------------------------------------- */

static OverlayBlock *overlay_find(const Memory *m, uint64_t number) {
    if (!m->overlay_cap) return NULL;
    for (size_t k = hash_mix(number) & (m->overlay_cap - 1);; k = (k + 1) & (m->overlay_cap - 1)) {
        if (!m->overlay[k]) return NULL;
        if (m->overlay[k]->number == number) return m->overlay[k];
    }
}

static void overlay_insert(Memory *m, OverlayBlock *b) {
    if ((m->overlay_len + 1) * 2 > m->overlay_cap) {
        size_t old_cap = m->overlay_cap;
        OverlayBlock **old = m->overlay;
        m->overlay_cap = old_cap ? old_cap * 2 : 64;
        m->overlay = xcalloc(m->overlay_cap, sizeof *m->overlay);
        m->overlay_len = 0;
        for (size_t k = 0; k < old_cap; k++)
            if (old[k]) overlay_insert(m, old[k]);
        free(old);
    }
    size_t k = hash_mix(b->number) & (m->overlay_cap - 1);
    while (m->overlay[k]) k = (k + 1) & (m->overlay_cap - 1);
    m->overlay[k] = b;
    m->overlay_len++;
}

const Expr *memory_symbolic(const Memory *m, uint64_t address) {
    OverlayBlock *b = overlay_find(m, address >> 8);
    return b ? b->byte[address & 255] : NULL;
}

void memory_set_symbolic(Memory *m, uint64_t address, const Expr *byte) {
    OverlayBlock *b = overlay_find(m, address >> 8);
    if (!b) {
        if (!byte) return;
        b = xcalloc(1, sizeof *b);
        b->number = address >> 8;
        overlay_insert(m, b);
    }
    if (b->byte[address & 255] == byte) return;
    memory_touch(m, address, 1);
    trail_save(m, &b->byte[address & 255], sizeof(Expr *));
    if (m->watch_symbolic) {
        SymbolicChange old = {address, b->byte[address & 255], true}, new = {address, byte, false};
        if (old.byte) vec_push(&m->symbolic_changes, old);
        if (byte) vec_push(&m->symbolic_changes, new);
    }
    b->byte[address & 255] = byte;
    if (byte) {
        m->base[address] = 0; /* what lies below an expression means nothing */
        m->symbolic_bytes++;
    }
}
