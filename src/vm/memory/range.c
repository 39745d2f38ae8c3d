/* range.c — see range.h. */
#include "vm/symbolic/lifting.h"
#include "vm/memory/range.h"
#include <stdlib.h>

#define STRING_MAX 65536
#define CHAINS 4096 /* size of the hash table of bytes read */

/* --- what an instruction remembers ------------------------------------------------------------ */

static const RangeBytes *chain(Machine *m, const RangeBytes *before, const uint16_t *bytes,
                               uint32_t n) {
    uint64_t hash = before ? before->hash : 0x7ead;
    for (uint32_t k = 0; k < n; k++)
        hash = hash_combine(hash, bytes[k] & RANGE_SYMBOLIC ? RANGE_SYMBOLIC : bytes[k]);
    if (!m->range_chains) m->range_chains = xcalloc(CHAINS, sizeof *m->range_chains);
    RangeBytes **at = &m->range_chains[hash & (CHAINS - 1)];
    for (RangeBytes *x = *at; x; x = x->next)
        if (x->hash == hash && x->before == before && x->len == n &&
            !memcmp(x->byte, bytes, n * sizeof *bytes))
            return x;
    invariant(n && (!before || before->total));
    RangeBytes *x = arena_alloc(m->arena, sizeof *x + n * sizeof *bytes);
    *x = (RangeBytes){.next = *at,
                      .before = before,
                      .hash = hash,
                      .total = (before ? before->total : 0) + n,
                      .len = n};
    memcpy(x->byte, bytes, n * sizeof *bytes);
    return *at = x;
}

/* Stops the thread before an operation that it proposed, with `at` bytes of the range done. */
static StepResult stop_within(Machine *m, Thread *t, uint64_t at) {
    if (t->status != THREAD_READY) return STEP_STOP;
    /* Each execution of the instruction comes at least as far as the one before. */
    invariant(m->range_at + at >= t->done);
    t->done = m->range_at + at;
    if (m->range_new.len) t->got = chain(m, t->got, m->range_new.data, (uint32_t)m->range_new.len);
    m->range_new.len = 0;
    return STEP_STOP;
}

StepResult range_stop(Machine *m, Thread *t) { return stop_within(m, t, 0); }

/* Returns how many bytes of the range that begins now were done by an earlier execution of the
 * instruction. */
static uint64_t done_before(const Machine *m, const Thread *t, uint64_t size) {
    return t->done <= m->range_at ? 0 : MIN(t->done - m->range_at, size);
}

/* Ends a range of which all bytes are done. */
static StepResult passed(Machine *m, uint64_t size) {
    m->range_at += size;
    return STEP_NEXT;
}

static void note_byte(Machine *m, uint8_t byte, bool symbolic) {
    uint16_t x = (uint16_t)(byte | (symbolic ? RANGE_SYMBOLIC : 0));
    vec_push(&m->range_new, x);
}

/* Gets n of the bytes that the instruction has read, from number `from` on. */
static void recall(const Machine *m, const Thread *t, uint64_t from, uint64_t n, uint16_t *out) {
    uint64_t old = t->got ? t->got->total : 0;
    /* The value of each byte is kept as it was when it was read, by whichever execution of the
     * instruction. */
    invariant(from + n <= old + m->range_new.len);
    for (uint64_t k = MAX(from, old); k < from + n; k++) out[k - from] = m->range_new.data[k - old];
    for (const RangeBytes *x = t->got; x && x->total > from; x = x->before) {
        uint64_t start = x->total - x->len;
        for (uint64_t k = MAX(start, from); k < MIN(x->total, from + n); k++)
            out[k - from] = x->byte[k - start];
    }
}

/* --- checks ----------------------------------------------------------------------------------- */

/* Whether an access can be a visible operation at all. */
static bool may_stop(const Machine *m, const Thread *t) {
    return m->nthreads > 1 && !access_is_enclosed(m, t) && m->visible.len;
}

/* Whether a range has visible bytes, whose accesses can be visible operations. */
static bool piecewise(const Machine *m, const Thread *t, uint64_t a, uint64_t size) {
    return may_stop(m, t) && access_is_visible(m, a, size);
}

bool range_check(Machine *m, Thread *t, uint64_t address, uint64_t size, bool write) {
    const Memory *mem = m->memory;
    if (!machine_works(m, t, size)) return false;
    access_check_piece(m, t, address, size);
    if (memory_is_valid(mem, address, size) &&
        (!write || address >= mem->readonly_end || address + size <= mem->readonly_start))
        return true;
    if (address < MEMORY_LIMIT && size < MEMORY_LIMIT - address && piecewise(m, t, address, size))
        return true; /* the pieces are events and report the fault themselves */
    access_fault(m, t, address, size, write);
    return false;
}

static void log_range(Machine *m, Thread *t, uint64_t address, uint64_t size, bool write) {
    if (m->log_accesses && size) log_access(m, t, address, size, write);
}

/* Returns the size of a piece. Pieces end at word borders, so that one piece touches one word. */
static unsigned piece_at(uint64_t address, uint64_t left) {
    return (unsigned)MIN(left, 8 - (address & 7));
}

/* Returns how many bytes from `address` on can be processed at once, since none of them is visible
 * or invalid. */
static uint64_t at_once(const Machine *m, uint64_t address, uint64_t left, bool write) {
    const Memory *mem = m->memory;
    const VisibleRange *r = access_visible_after(m, address);
    if (r) left = r->start <= address ? 0 : MIN(left, r->start - address);
    if (write && address < mem->readonly_end && address + left > mem->readonly_start) return 0;
    if (address >= MEMORY_LIMIT) return 0;
    uint64_t n = memory_first_invalid(mem, address, MIN(left, MEMORY_LIMIT - address)) - address;
    invariant(n <= left && (!n || memory_is_valid(mem, address, n)));
    return n;
}

/* --- reading ---------------------------------------------------------------------------------- */

static void note_value(Machine *m, unsigned n) {
    const Expr *e = m->loaded_expr;
    uint64_t value = e ? (uint64_t)expr_eval(m->pool, e, m->model) : m->loaded;
    for (unsigned k = 0; k < n; k++)
        note_byte(m, (uint8_t)(value >> (8 * k)),
                  e && !expr_is_const(expr_extract(m->pool, e, 8 * k, 8)));
}

static void note_bytes(Machine *m, uint64_t address, uint64_t size) {
    const Memory *mem = m->memory;
    for (uint64_t a = address; a < address + size; a++) {
        const Expr *e = mem->symbolic_bytes ? memory_symbolic(mem, a) : NULL;
        note_byte(m, e ? (uint8_t)expr_eval(m->pool, e, m->model) : mem->base[a], e != NULL);
    }
}

/* Loads a piece that the engine itself uses. If loads return variables, a branch chooses the
 * present value; the piece is held until that is decided. False: the thread stopped. */
static bool load_piece(Machine *m, Thread *t, uint64_t address, unsigned n) {
    if (!t->holding) {
        if (access_load(m, t, address, n) == ACCESS_STOP) return false;
        if (!m->names_loads || !m->loaded_expr) return true;
        t->held_expr = m->loaded_expr;
        t->holding = true;
    }
    uint64_t value;
    if (!concretise(m, t, t->held_expr, &value)) return false;
    m->loaded = value;
    m->loaded_expr = NULL;
    t->holding = false;
    return true;
}

StepResult range_read(Machine *m, Thread *t, uint64_t address, void *bytes, uint64_t size,
                      bool *symbolic) {
    uint8_t *out = bytes;
    uint64_t at = done_before(m, t, size);
    if (symbolic) *symbolic = false;
    if (!size) return STEP_NEXT;
    if (at < size && !range_check(m, t, address, size, false)) return STEP_STOP;
    if (m->lifting) lifting_pin(m, address, size);
    if (!may_stop(m, t) && !m->memory->symbolic_bytes) {
        log_range(m, t, address, size, false);
        memory_peek(m->memory, address, bytes, size);
        return passed(m, size);
    }
    for (uint64_t n; at < size; at += n) {
        n = may_stop(m, t) ? at_once(m, address + at, size - at, false) : size - at;
        if (n) {
            log_range(m, t, address + at, n, false);
            note_bytes(m, address + at, n);
            continue;
        }
        n = piece_at(address + at, size - at);
        if (!load_piece(m, t, address + at, (unsigned)n)) return stop_within(m, t, at);
        note_value(m, (unsigned)n);
    }
    uint16_t *all = xmalloc(size * sizeof *all);
    recall(m, t, m->range_got, size, all);
    for (uint64_t k = 0; k < size; k++) {
        out[k] = (uint8_t)all[k];
        if (symbolic && all[k] & RANGE_SYMBOLIC) *symbolic = true;
    }
    free(all);
    m->range_got += size;
    return passed(m, size);
}

static char *plain_string(Machine *m, Thread *t, uint64_t address) {
    const Memory *mem = m->memory;
    uint64_t n = 0;
    if (m->lifting)
        lifting_pin(m, address, memory_first_invalid(mem, address, STRING_MAX) - address);
    while (n < STRING_MAX && memory_is_valid(mem, address + n, 1) &&
           !memory_symbolic(mem, address + n) && mem->base[address + n])
        n++;
    if (n == STRING_MAX || !memory_is_valid(mem, address + n, 1) ||
        memory_symbolic(mem, address + n))
        return NULL;
    log_range(m, t, address, n + 1, false);
    char *text = xmalloc(n + 1);
    memory_peek(mem, address, text, n + 1);
    return text;
}

StepResult range_string(Machine *m, Thread *t, uint64_t address, char **text) {
    StrBuf b = {0};
    str_add(&b, "");
    *text = NULL;
    bool readable = true;
    if (!may_stop(m, t)) {
        *text = plain_string(m, t, address);
        vec_free(&b);
        return STEP_NEXT;
    }
    for (uint64_t a = address; readable; a++) {
        uint8_t c;
        bool symbolic;
        readable =
            b.len < STRING_MAX && a < MEMORY_LIMIT &&
            (done_before(m, t, 1) || piecewise(m, t, a, 1) || memory_is_valid(m->memory, a, 1));
        if (!readable) break;
        if (range_read(m, t, a, &c, 1, &symbolic) == STEP_STOP) {
            vec_free(&b);
            return STEP_STOP;
        }
        readable = !symbolic;
        if (!c && readable) {
            *text = b.data;
            return STEP_NEXT;
        }
        str_addc(&b, (char)c);
    }
    vec_free(&b);
    return STEP_NEXT;
}

/* --- writing ---------------------------------------------------------------------------------- */

static uint64_t little_endian_value(const uint8_t *bytes, unsigned n) {
    uint64_t value = 0;
    memcpy(&value, bytes, n);
    return value;
}

StepResult range_write(Machine *m, Thread *t, uint64_t address, const void *bytes, uint64_t size) {
    uint64_t at = done_before(m, t, size);
    if (at == size) return passed(m, size);
    if (!range_check(m, t, address, size, true)) return STEP_STOP;
    for (uint64_t n; at < size; at += n) {
        n = may_stop(m, t) ? at_once(m, address + at, size - at, true) : size - at;
        if (n) {
            log_range(m, t, address + at, n, true);
            if (memory_poke(m->memory, address + at, (const uint8_t *)bytes + at, n))
                access_refresh(m, address + at, n);
            continue;
        }
        n = piece_at(address + at, size - at);
        if (access_store(m, t, address + at, (unsigned)n,
                         little_endian_value((const uint8_t *)bytes + at, (unsigned)n),
                         NULL) == ACCESS_STOP)
            return stop_within(m, t, at);
    }
    return passed(m, size);
}

StepResult range_write_input(Machine *m, Thread *t, uint64_t address, const Input *input) {
    uint64_t size = input->size, at = done_before(m, t, size);
    if (at == size) return passed(m, size);
    if (!range_check(m, t, address, size, true)) return STEP_STOP;
    if (!piecewise(m, t, address + at, size - at)) {
        log_range(m, t, address + at, size - at, true);
        memory_define(m->memory, address + at, size - at);
        for (; at < size; at++)
            memory_set_symbolic(m->memory, address + at, expr_read(m->pool, input, (uint32_t)at));
        access_refresh(m, address, size);
        return passed(m, size);
    }
    for (unsigned n; at < size; at += n) {
        n = piece_at(address + at, size - at);
        const Expr *e = NULL;
        for (unsigned k = n; k-- > 0;) {
            const Expr *b = expr_read(m->pool, input, (uint32_t)(at + k));
            e = e ? expr_concat(m->pool, e, b) : b;
        }
        if (access_store(m, t, address + at, n, 0, expr_zext(m->pool, e, 64)) == ACCESS_STOP)
            return stop_within(m, t, at);
    }
    return passed(m, size);
}

StepResult range_set(Machine *m, Thread *t, uint64_t to, uint64_t size, uint64_t byte,
                     const Expr *expr) {
    uint64_t at = done_before(m, t, size);
    if (at == size) return passed(m, size);
    if (!range_check(m, t, to, size, true)) return STEP_STOP;
    byte = (byte & 255) * 0x0101010101010101ull;
    if (expr) {
        const Expr *b = expr_trunc(m->pool, expr, 8), *all = b;
        for (int k = 1; k < 8; k++) all = expr_concat(m->pool, b, all);
        expr = all;
    }
    for (uint64_t n; at < size; at += n) {
        n = expr ? 0 : may_stop(m, t) ? at_once(m, to + at, size - at, true) : size - at;
        if (n) {
            log_range(m, t, to + at, n, true);
            if (memory_fill(m->memory, to + at, (uint8_t)byte, n)) access_refresh(m, to + at, n);
            continue;
        }
        n = piece_at(to + at, size - at);
        if (access_store(m, t, to + at, (unsigned)n, byte, expr) == ACCESS_STOP)
            return stop_within(m, t, at);
    }
    return passed(m, size);
}

/* Returns the offset and size of the next piece. Pieces end at word borders of the source, so that
 * reading one is one event. The pieces go backwards if the target begins within the source. */
static uint64_t next_piece(uint64_t from, uint64_t size, uint64_t done, bool down, unsigned *n) {
    uint64_t left = size - done;
    invariant(left && done <= size);
    if (!down) {
        *n = piece_at(from + done, left);
        return done;
    }
    *n = (unsigned)MIN(left, ((from + left - 1) & 7) + 1);
    /* The piece is in one word, so that reading it is one event. */
    invariant((from + left - *n) >> 3 == (from + left - 1) >> 3);
    return left - *n;
}

/* Copies bytes of which some, in the source or the target, were never written; the marks are copied
 * as well. */
static void move_undefined(Machine *m, uint64_t to, uint64_t from, uint64_t size) {
    Memory *mem = m->memory;
    uint8_t *undefined = xcalloc(size / 8 + 3, 1);
    bits_copy(undefined, 0, mem->undefined, from, size);
    memory_move(mem, to, from, size);
    memory_set_undefined(mem, to, size, undefined);
    free(undefined);
    access_refresh(m, to, size);
}

/* Copies bytes without visible operations. */
static void copy_at_once(Machine *m, Thread *t, uint64_t to, uint64_t from, uint64_t size) {
    Memory *mem = m->memory;
    log_range(m, t, from, size, false);
    log_range(m, t, to, size, true);
    bool undefined = memory_any_undefined(mem, from, size) || memory_any_undefined(mem, to, size);
    if (memory_concrete(mem, from, size) == size && memory_concrete(mem, to, size) == size) {
        if (undefined)
            move_undefined(m, to, from, size);
        else
            memory_move(mem, to, from, size);
        return;
    }
    const Expr **bytes = xmalloc(size * sizeof *bytes);
    bool any = false;
    for (uint64_t k = 0; k < size; k++) any |= (bytes[k] = memory_symbolic(mem, from + k)) != NULL;
    if (undefined)
        move_undefined(m, to, from, size);
    else
        memory_move(mem, to, from, size);
    for (uint64_t k = 0; k < size; k++)
        if (bytes[k] || memory_symbolic(mem, to + k))
            memory_set_symbolic(mem, to + k, bytes[k]), any = true;
    free(bytes);
    if (any) access_refresh(m, to, size);
}

StepResult range_copy(Machine *m, Thread *t, uint64_t to, uint64_t from, uint64_t size) {
    uint64_t at = done_before(m, t, size);
    if (at == size) return passed(m, size);
    if (!range_check(m, t, from, size, false) || !range_check(m, t, to, size, true))
        return STEP_STOP;
    if (!at && !t->holding && !piecewise(m, t, from, size) && !piecewise(m, t, to, size)) {
        copy_at_once(m, t, to, from, size);
        return passed(m, size);
    }
    bool down = to > from && to < from + size, apart = to + size <= from || from + size <= to;
    /* A piece is held from its load to its store; it is stored before the next one is loaded. */
    invariant(!t->holding || t->done >= m->range_at);
    while (at < size) {
        uint64_t whole = apart && !t->holding ? MIN(at_once(m, from + at, size - at, false),
                                                    at_once(m, to + at, size - at, true))
                                              : 0;
        if (whole) {
            copy_at_once(m, t, to + at, from + at, whole);
            at += whole;
            continue;
        }
        unsigned n;
        uint64_t place = next_piece(from, size, at, down, &n);
        if (!t->holding) {
            if (access_load(m, t, from + place, n) == ACCESS_STOP) return stop_within(m, t, at);
            t->held = m->loaded;
            t->held_expr = m->loaded_expr;
            t->holding = true;
        }
        if (access_store(m, t, to + place, n, t->held, t->held_expr) == ACCESS_STOP)
            return stop_within(m, t, at);
        t->holding = false;
        at += n;
    }
    return passed(m, size);
}

/* --- ends ------------------------------------------------------------------------------------- */

void range_log_end(Machine *m, Thread *t, uint64_t address, uint64_t size) {
    if (m->log_accesses && size) log_end(m, t, address, size);
}

StepResult range_end(Machine *m, Thread *t, uint64_t address, uint64_t size) {
    if (done_before(m, t, size) == size) return passed(m, size);
    if (access_ends_visibly(m, t, address, size)) return stop_within(m, t, 0);
    range_log_end(m, t, address, size);
    return passed(m, size);
}
