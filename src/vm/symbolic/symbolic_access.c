/*
 * symbolic_access.c — makes symbolic values concrete, and loads and stores at symbolic addresses.
 *
 * A symbolic address is resolved against the objects that it can reach, each a branch. Within one
 * object the offset stays symbolic: a table of the bytes that the address can reach. Where these
 * are very many, parts of the object are branches. Where some are visible, each address is one.
 */
#include "expr/bytes.h"
#include "vm/symbolic/given.h"
#include "vm/symbolic/new_inputs.h"
#include "vm/interpreter/execution.h"
#include "vm/symbolic/lifting.h"
#include "vm/symbolic/undefined.h"
#include <assert.h>
#include <stdlib.h>

/* The most bytes that are read or written at a symbolic offset without a branch. A read of 64 KiB
 * takes about 3 ms, a write of 16 KiB about 20 (bench/symbolic/load_large.c, store_large.c). */
#define TABLE_MAX 65536
#define UPDATE_MAX 16384
/* Objects up to this size are taken as a whole; the range of an address costs queries. */
#define WHOLE_MAX 1024
#define OBJECT_SCAN (1ull << 24)

/* --- concretisation --------------------------------------------------------------------------- */

bool concretise(Machine *m, Thread *t, const Expr *e, uint64_t *value) {
    if (e->undefined && !(e = undefined_resolve(m, t, e))) return false;
    e = given_value(m, e);
    if (m->lifting && !expr_is_const(e)) return lifting_concretise(m, t, e, value);
    for (;;) {
        if (expr_is_const(e)) {
            *value = (uint64_t)e->value;
            return true;
        }
        /* The candidate must not depend on other threads. It follows from the thread's own history,
         * which says which values were refused before. */
        uint64_t candidate = 0;
        size_t n;
        bool known = m->names_loads;
        if (known)
            candidate = (uint64_t)expr_eval(m->pool, e, m->model);
        else {
            const Expr **facts = causal_facts(m, thread_slot(t), e, &n);
            known = solver_value(m->solver, facts, n, e, m->model, &candidate);
            free(facts);
        }
        if (!known) {
            if (m->hooks.incomplete)
                m->hooks.incomplete(m->hooks.context,
                                    "the solver gave up on a value that had to be made concrete");
            machine_stop_thread(m, t);
            return false;
        }
        Decision d = machine_decide_anew(
            m, t, expr_eq(m->pool, e, expr_const(m->pool, e->width, candidate)));
        if (d == DECIDE_STOP) return false;
        if (d == DECIDE_TRUE) {
            *value = candidate;
            return true;
        }
    }
}

uint64_t concretise_once(Machine *m, Thread *t, const Expr *e, const char *why) {
    if (e->undefined) e = undefined_as_zero(m, e);
    e = given_value(m, e);
    if (expr_is_const(e)) return (uint64_t)e->value;
    if (m->lifting) {
        uint64_t value = 0;
        lifting_concretise(m, t, e, &value);
        return value;
    }
    uint64_t v = (uint64_t)expr_eval(m->pool, e, m->model);
    const Expr *c = expr_eq(m->pool, e, expr_const(m->pool, e->width, v));
    if (!expr_is_true(c)) {
        if (machine_feasible(m, expr_not(m->pool, c), NULL) && m->hooks.incomplete)
            m->hooks.incomplete(m->hooks.context, why);
        machine_constrain(m, thread_slot(t), c);
    }
    return v;
}

/* --- symbolic addresses ----------------------------------------------------------------------- */

typedef struct ObjectSpan {
    uint64_t start, size;
} ObjectSpan;

static bool touches_visible(const Machine *m, ObjectSpan o) {
    return m->nthreads > 1 && m->visible.len && access_is_visible(m, o.start, o.size);
}

static bool is_visible_only(const Machine *m, uint64_t address) {
    return touches_visible(m, (ObjectSpan){address, 1}) &&
           !(bits_at(m->memory->valid, address) & 1);
}

/* Whether a thread may meet a block: it is there, or that it is not there need not be known to the
 * thread. It has ended in another thread, in this order of their operations at least, or bytes of
 * it are visible, so that an access to them is an event. */
static bool may_meet(const Machine *m, const Thread *t, int owner, const Block *b) {
    if (b->state <= 1 || m->nthreads < 2) return b->state == 1;
    int ended_by = b->state == 2 ? owner : (int)b->freed_by;
    return ended_by != thread_slot(t) || touches_visible(m, (ObjectSpan){b->address, b->size});
}

/* Finds the block around `address` that the thread may meet, though it has ended. */
static bool ended_around(const Machine *m, const Thread *t, uint64_t address, ObjectSpan *out) {
    int owner;
    const Block *b = heap_block_at(m, address, &owner);
    if (!b || address - b->address >= b->size || !may_meet(m, t, owner, b)) return false;
    *out = (ObjectSpan){b->address, b->size};
    return true;
}

/* Finds the run of valid bytes around `address`. */
static bool valid_around(const Machine *m, uint64_t address, ObjectSpan *out) {
    const Memory *mem = m->memory;
    if (!(bits_at(mem->valid, address) & 1)) return false;
    uint64_t start = address;
    while (start > 0 && address - start < OBJECT_SCAN) {
        uint64_t word = 0;
        if (!(start & 63)) memcpy(&word, mem->valid + (start >> 3) - 8, 8);
        if (word == UINT64_MAX) {
            start -= 64;
            continue;
        }
        if (!(start & 7) && start >= 8 && mem->valid[(start >> 3) - 1] == 255) {
            start -= 8;
            continue;
        }
        if (!(bits_at(mem->valid, start - 1) & 1)) break;
        start--;
    }
    uint64_t end = bits_first_clear(mem->valid, address, MIN(OBJECT_SCAN, MEMORY_LIMIT - address));
    *out = (ObjectSpan){start, end - start};
    return true;
}

/* All of the memory may be visible: of what is beside an object so much belongs to it; what is
 * further away is asked for by itself (touches_some). */
#define MOST_BESIDE 64

/* Finds the object around `address`: a run of valid bytes, since red zones separate objects, or a
 * block that ended, and the visible bytes beside it. An access to visible bytes is an event whether
 * these are valid or not, since that may depend on other threads. */
static bool object_around(const Machine *m, const Thread *t, uint64_t address, ObjectSpan *out) {
    if (address >= MEMORY_LIMIT) return false;
    if (!valid_around(m, address, out) && !ended_around(m, t, address, out)) {
        if (!is_visible_only(m, address)) return false;
        *out = (ObjectSpan){address, 1};
    }
    for (unsigned k = 0; k < MOST_BESIDE && out->start && is_visible_only(m, out->start - 1); k++) {
        out->start--;
        out->size++;
    }
    for (unsigned k = 0; k < MOST_BESIDE && is_visible_only(m, out->start + out->size); k++)
        out->size++;
    return true;
}

static const Expr *is_inside_object(Machine *m, const Expr *address, ObjectSpan o, unsigned size) {
    if (o.size < size) return expr_bool(m->pool, false);
    const Expr *offset = expr_binary(m->pool, EXPR_SUB, address, expr_const(m->pool, 64, o.start));
    return expr_binary(m->pool, EXPR_ULE, offset, expr_const(m->pool, 64, o.size - size));
}

typedef VEC(ObjectSpan) Spans;

static void spans_add(Spans *s, uint64_t start, uint64_t size, uint64_t low, uint64_t high) {
    if (size && start <= high && start + size > low) {
        ObjectSpan x = {start, size};
        vec_push(s, x);
    }
}

/* Lists all objects that overlap [low, high]. */
static void list_objects(const Machine *m, const Thread *self, uint64_t low, uint64_t high,
                         Spans *out) {
    for (uint32_t k = 0; k < m->program->nglobals; k++) {
        const Global *g = &m->program->globals[k];
        if (!g->thread_local_) spans_add(out, g->address, g->size, low, high);
    }
    for (uint32_t s = 0; s < m->nslots; s++) {
        Thread *t = m->threads[s];
        if (!t || t->status == THREAD_UNUSED) continue;
        for (uint32_t k = 0; k < t->heap->nblocks; k++)
            if (may_meet(m, self, (int)s, &t->blocks[k]))
                spans_add(out, t->blocks[k].address, t->blocks[k].size, low, high);
        for (uint32_t f = 0; f <= t->top && t->status == THREAD_READY; f++) {
            const Frame *frame = &t->frames[f];
            for (uint32_t k = 0; frame->memory && k < frame->function->nobjects; k++)
                spans_add(out, frame->memory + frame->function->objects[k].offset,
                          frame->function->objects[k].size, low, high);
        }
    }
}

/* The condition that the access touches visible bytes. *first, unless it is NULL: some of them. */
static const Expr *touches_some(Machine *m, const Expr *address, unsigned size, ValueRange within,
                                ObjectSpan *first) {
    const Expr *some = expr_bool(m->pool, false);
    for (size_t k = m->nthreads > 1 ? m->visible.len : 0; k-- > 0;) {
        VisibleRange r = m->visible.data[k];
        uint64_t start = r.start - (size - 1);
        if (start > within.high || r.end <= within.low || machine_is_mark(r)) continue;
        const Expr *offset =
            expr_binary(m->pool, EXPR_SUB, address, expr_const(m->pool, 64, start));
        some =
            expr_or(m->pool, some,
                    expr_binary(m->pool, EXPR_ULT, offset, expr_const(m->pool, 64, r.end - start)));
        if (first) *first = (ObjectSpan){r.start, r.end - r.start};
    }
    return some;
}

/* The bytes on both sides of any object that belong to no object, whatever other threads
 * allocate. */
#define RED_ZONE 16

/* Returns the condition that the access leaves the object by a few bytes and touches no other
 * object and no visible bytes: an invalid access. */
static const Expr *beside(Machine *m, const Expr *address, ObjectSpan o, unsigned size) {
    ObjectSpan around = {o.start - RED_ZONE, RED_ZONE + o.size + RED_ZONE};
    for (uint64_t k = 0; k < RED_ZONE; k++)
        if (bits_at(m->memory->valid, around.start + k) & 1 ||
            bits_at(m->memory->valid, o.start + o.size + k) & 1)
            return expr_bool(m->pool, false);
    ValueRange all = {around.start, around.start + around.size};
    const Expr *beside = expr_and(m->pool, is_inside_object(m, address, around, size),
                                  expr_not(m->pool, is_inside_object(m, address, o, size)));
    return expr_and(m->pool, beside, expr_not(m->pool, touches_some(m, address, size, all, NULL)));
}

enum { OF_NO_OBJECT, OF_THIS_OBJECT, OF_OUTSIDE, OF_STOPPED };

/* Resolves an address that was computed from the address of an object (the constant in the sum), so
 * that it can only be meant for that object. Any other place is an error: one branch has an example
 * right beside the object, if there is one. Another branch has all the rest, on which the thread
 * stops. */
static int resolve_by_base(Machine *m, Thread *t, const Expr *address, unsigned size, bool write,
                           ObjectSpan *out) {
    int self = thread_slot(t);
    if (address->op != EXPR_ADD || !expr_is_const(address->kid[1]) ||
        !object_around(m, t, (uint64_t)address->kid[1]->value, out))
        return OF_NO_OBJECT;
    const Expr *in = is_inside_object(m, address, *out, size),
               *near = beside(m, address, *out, size);
    const Expr *out_of_it = expr_not(m->pool, in);
    bool outside = thread_went(m, self, out_of_it);
    if (!outside) {
        if (expr_is_false(in) || !machine_feasible_causally(m, self, in) ||
            !machine_feasible_causally(m, self, near))
            return OF_NO_OBJECT;
        Decision d = machine_decide_anew(m, t, in);
        if (d == DECIDE_STOP) return OF_STOPPED;
        if (d == DECIDE_TRUE) return OF_THIS_OBJECT;
    }
    uint64_t example = (uint64_t)expr_eval(m->pool, address, m->model);
    if (access_goes_on(m, t, example, size, write)) return OF_OUTSIDE;
    if (thread_went(m, self, expr_not(m->pool, near))) {
        machine_stop_thread(m, t);
        return OF_STOPPED;
    }
    Decision d = machine_decide_anew(m, t, near);
    if (d == DECIDE_TRUE) access_fault(m, t, example, size, write);
    if (d == DECIDE_FALSE) machine_stop_thread(m, t);
    return OF_STOPPED;
}

/* Finds the object that the address lies in on this path. ACCESS_OK: *out is its span, or the
 * address is one of visible bytes; the object may have ended. Otherwise the thread stopped, for a
 * decision or at a fault if no object is left. Deterministic in the thread's history. */
static Access resolve(Machine *m, Thread *t, const Expr *address, unsigned size, bool write,
                      ObjectSpan *out) {
    Spans candidates = {0};
    int self = thread_slot(t);
    ObjectSpan first;
    /* The object at the model's address is nearly always the only one. If it is, the choice of the
     * model made no difference. */
    if (object_around(m, t, (uint64_t)expr_eval(m->pool, address, m->model), &first)) {
        const Expr *in = is_inside_object(m, address, first, size);
        if (!expr_is_false(in) && !machine_feasible_causally(m, self, expr_not(m->pool, in))) {
            *out = first;
            return ACCESS_OK;
        }
    }
    switch (resolve_by_base(m, t, address, size, write, out)) {
    case OF_THIS_OBJECT: return ACCESS_OK;
    case OF_OUTSIDE: return ACCESS_OUTSIDE;
    case OF_STOPPED: return ACCESS_STOP;
    default: break;
    }
    size_t n;
    const Expr **facts = causal_facts(m, self, address, &n);
    ValueRange range;
    Access result = ACCESS_STOP;
    bool ranged = solver_range(m->solver, facts, n, address, m->model, &range);
    free(facts);
    if (!ranged) range = (ValueRange){0, UINT64_MAX};
    /* The object at the lowest address comes first, so that objects on which the path does not
     * depend are not asked about. */
    if (ranged && object_around(m, t, range.low, &first)) {
        Decision d = machine_decide_anew(m, t, is_inside_object(m, address, first, size));
        if (d == DECIDE_TRUE) *out = first;
        if (d != DECIDE_FALSE) return d == DECIDE_TRUE ? ACCESS_OK : ACCESS_STOP;
    }
    bool single = object_around(m, t, range.low, &first) && range.high < first.start + first.size;
    if (single)
        vec_push(&candidates, first);
    else
        list_objects(m, t, range.low, range.high, &candidates);
    for (size_t k = 0; k < candidates.len; k++) {
        const Expr *in = is_inside_object(m, address, candidates.data[k], size);
        if (expr_is_false(in)) continue;
        Decision d = machine_decide_anew(m, t, in);
        if (d == DECIDE_STOP) goto done;
        if (d == DECIDE_TRUE) {
            *out = candidates.data[k];
            result = ACCESS_OK;
            goto done;
        }
    }
    /* Where it touches visible bytes, the access is an event before it is invalid. */
    Decision seen = machine_decide_anew(m, t, touches_some(m, address, size, range, out));
    if (seen != DECIDE_FALSE) {
        if (seen == DECIDE_TRUE) result = ACCESS_OK;
        goto done;
    }
    /* The address lies outside every object; this path's model gives an example. */
    uint64_t example = (uint64_t)expr_eval(m->pool, address, m->model);
    if (access_goes_on(m, t, example, size, write))
        result = ACCESS_OUTSIDE;
    else
        access_fault(m, t, example, size, write);
done:
    vec_free(&candidates);
    return result;
}

/* Returns where a run of bytes begins that are visible, or else are not: from `at` on, before
 * `end`. */
static uint64_t next_visible(const Machine *m, uint64_t at, uint64_t end, bool visible) {
    while (at < end && access_is_visible(m, at, 1) != visible) at++;
    return at;
}

enum { NARROWED, NOT_NARROWED, NARROW_STOPPED };

/* Makes the addresses up to `most`, and those above, a branch. */
static int split_at(Machine *m, Thread *t, const Expr *address, uint64_t most) {
    const Expr *below = expr_binary(m->pool, EXPR_ULE, address, expr_const(m->pool, 64, most));
    return machine_decide_anew(m, t, below) == DECIDE_STOP ? NARROW_STOPPED : NOT_NARROWED;
}

/* Separates addresses at which the access touches visible bytes from others. NOT_NARROWED: it
 * touches some at all addresses from `low` to `high`. */
static int split_visible(Machine *m, Thread *t, const Expr *address, unsigned size, uint64_t low,
                         uint64_t high) {
    uint64_t first = next_visible(m, low, high + size, true);
    if (first - low >= size) return split_at(m, t, address, first - size);
    uint64_t behind = next_visible(m, first, high + size, false);
    return behind <= high ? split_at(m, t, address, behind - 1) : NOT_NARROWED;
}

/* Narrows an object to the bytes that the access can touch, at most `most` addresses, none of them
 * visible. NARROW_STOPPED: one part or the other of the addresses is a branch, which was proposed.
 * It depends on the thread's own history only. */
static int narrow(Machine *m, Thread *t, const Expr *address, unsigned size, uint64_t most,
                  ObjectSpan *o) {
    bool visible = touches_visible(m, *o);
    if (o->size <= WHOLE_MAX && !visible) return NARROWED;
    size_t n;
    const Expr **facts = causal_facts(m, thread_slot(t), address, &n);
    ValueRange range;
    bool known = solver_range(m->solver, facts, n, address, m->model, &range);
    free(facts);
    known = known && range.low >= o->start && range.high <= o->start + o->size - size;
    if (!known) return o->size <= most && !visible ? NARROWED : NOT_NARROWED;
    ObjectSpan part = {range.low, range.high - range.low + size};
    if (touches_visible(m, part)) return split_visible(m, t, address, size, range.low, range.high);
    if (range.high - range.low >= most)
        return split_at(m, t, address, range.low + (range.high - range.low) / 2);
    *o = part;
    return NARROWED;
}

/* --- places that depend on one byte of an input ----------------------------------------------- */

/* The addresses of an access by the values of the only byte that they depend on, and the part of an
 * object that holds them. A value whose address is outside of the object cannot occur. */
typedef struct ByteAccess {
    const Expr *byte;
    uint64_t address[BYTE_VALUES];
    ObjectSpan part;
} ByteAccess;

static bool is_in_span(ObjectSpan o, uint64_t address, unsigned size) {
    return address >= o.start && address - o.start <= o.size - size;
}

/* Whether the address depends on one byte, and touches no visible one. */
static bool byte_access(Machine *m, const Expr *address, unsigned size, ObjectSpan o,
                        ByteAccess *out) {
    uint64_t low = UINT64_MAX, high = 0;
    out->byte = expr_only_byte(address);
    if (!out->byte || o.size <= WHOLE_MAX || o.size < size) return false;
    bytes_begin(m->pool);
    if (!bytes_values(m->pool, address, out->address)) return false;
    for (unsigned v = 0; v < BYTE_VALUES; v++) {
        if (!is_in_span(o, out->address[v], size)) continue;
        low = MIN(low, out->address[v]);
        high = MAX(high, out->address[v]);
    }
    if (low > high) return false;
    out->part = (ObjectSpan){low, high - low + size};
    return !touches_visible(m, out->part);
}

static void log_part(Machine *m, Thread *t, ObjectSpan o, bool write) {
    if (m->log_accesses)
        for (uint64_t a = o.start & ~7ull; a < o.start + o.size; a += 8) log_vague(m, t, a, write);
}

static void log_places(Machine *m, Thread *t, const ByteAccess *b, unsigned size, bool write) {
    for (unsigned v = 0; m->log_accesses && v < BYTE_VALUES; v++)
        if (is_in_span(b->part, b->address[v], size))
            log_part(m, t, (ObjectSpan){b->address[v], size}, write);
}

/* Loads a function of the byte. False if what lies there depends on other bytes, too. */
static bool load_by_byte(Machine *m, const ByteAccess *b, unsigned size, const Expr **value) {
    uint64_t values[BYTE_VALUES] = {0}, one[BYTE_VALUES];
    for (unsigned v = 0; v < BYTE_VALUES; v++)
        for (unsigned k = 0; k < size && is_in_span(b->part, b->address[v], size); k++) {
            const Expr *e = access_byte(m, b->address[v] + k);
            bool constant = expr_is_const(e);
            if (!constant && (expr_only_byte(e) != b->byte || !bytes_values(m->pool, e, one)))
                return false;
            values[v] |= (constant ? (uint64_t)e->value : one[v]) << (8 * k);
        }
    *value = expr_zext(m->pool, bytes_expr(m->pool, b->byte, values, 8 * size), 64);
    return true;
}

/* Sets the result of a load. */
static Access loaded(Machine *m, const Expr *e) {
    m->loaded = expr_is_const(e) ? (uint64_t)e->value : 0;
    m->loaded_expr = expr_is_const(e) ? NULL : e;
    return ACCESS_OK;
}

/* Stores at all places of a part of an object. */
static void store_at_places(Machine *m, Thread *t, ObjectSpan o, const Expr *address, unsigned size,
                            const Expr *expr) {
    const Expr *offset = expr_binary(m->pool, EXPR_SUB, address, expr_const(m->pool, 64, o.start));
    for (uint64_t k = 0; k < o.size; k++) {
        const Expr *old = access_byte(m, o.start + k);
        const Expr *now = old;
        for (unsigned j = 0; j < size && j <= k; j++) {
            const Expr *here = expr_eq(m->pool, offset, expr_const(m->pool, 64, k - j));
            now = expr_ite(m->pool, here, expr_extract(m->pool, expr, 8 * j, 8), now);
        }
        if (now == old) continue;
        now = bytes_flatten(m->pool, now);
        access_store_raw(m, t, o.start + k, 1, 0, expr_zext(m->pool, now, 64));
    }
}

/* The access would be to an object that has ended. */
static Access access_ended(Machine *m, Thread *t, const Expr *address, unsigned size, bool write) {
    uint64_t example = (uint64_t)expr_eval(m->pool, address, m->model);
    if (access_goes_on(m, t, example, size, write)) return ACCESS_OUTSIDE;
    access_fault(m, t, example, size, write);
    return ACCESS_STOP;
}

static bool object_has_ended(const Machine *m, ObjectSpan o) {
    return !memory_is_valid(m->memory, o.start, o.size);
}

/* --- loads and stores ------------------------------------------------------------------------- */

Access access_load_symbolic(Machine *m, Thread *t, const Expr *address, unsigned size) {
    ObjectSpan o;
    uint64_t at;
    if (m->names_loads || m->lifting || m->options.given_symbolic)
        return concretise(m, t, address, &at) ? access_load(m, t, at, size) : ACCESS_STOP;
    if (address->undefined && !(address = undefined_resolve(m, t, address))) return ACCESS_STOP;
    if (expr_is_const(address)) return access_load(m, t, (uint64_t)address->value, size);
    Access found = resolve(m, t, address, size, false, &o);
    if (found == ACCESS_OUTSIDE) return input_load_anything(m, t, size) ? ACCESS_OK : ACCESS_STOP;
    if (found == ACCESS_STOP) return ACCESS_STOP;
    ByteAccess by_byte;
    const Expr *value;
    if (byte_access(m, address, size, o, &by_byte) && !object_has_ended(m, by_byte.part) &&
        load_by_byte(m, &by_byte, size, &value)) {
        log_places(m, t, &by_byte, size, false);
        return loaded(m, value);
    }
    int narrowed = narrow(m, t, address, size, TABLE_MAX, &o);
    if (narrowed == NARROW_STOPPED) return ACCESS_STOP;
    if (narrowed == NOT_NARROWED) {
        if (!concretise(m, t, address, &at)) return ACCESS_STOP;
        return access_load(m, t, at, size);
    }
    if (object_has_ended(m, o)) {
        found = access_ended(m, t, address, size, false);
        return found == ACCESS_OUTSIDE && input_load_anything(m, t, size) ? ACCESS_OK : ACCESS_STOP;
    }
    log_part(m, t, o, false);
    const Expr **bytes = xmalloc(o.size * sizeof *bytes);
    for (uint64_t k = 0; k < o.size; k++) bytes[k] = access_byte(m, o.start + k);
    const Expr *offset = expr_binary(m->pool, EXPR_SUB, address, expr_const(m->pool, 64, o.start));
    const Expr *e = NULL;
    for (unsigned k = 0; k < size; k++) {
        const Expr *b =
            expr_table(m->pool, expr_binary(m->pool, EXPR_ADD, offset, expr_const(m->pool, 64, k)),
                       bytes, (uint32_t)o.size);
        e = e ? expr_concat(m->pool, b, e) : b;
    }
    free(bytes);
    return loaded(m, expr_zext(m->pool, e, 64));
}

Access access_store_symbolic(Machine *m, Thread *t, const Expr *address, unsigned size,
                             uint64_t value, const Expr *expr) {
    ObjectSpan o;
    uint64_t at;
    if (m->names_loads || m->lifting || m->options.given_symbolic)
        return concretise(m, t, address, &at) ? access_store(m, t, at, size, value, expr)
                                              : ACCESS_STOP;
    if (address->undefined && !(address = undefined_resolve(m, t, address))) return ACCESS_STOP;
    if (expr_is_const(address))
        return access_store(m, t, (uint64_t)address->value, size, value, expr);
    Access found = resolve(m, t, address, size, true, &o);
    if (found != ACCESS_OK) return found == ACCESS_OUTSIDE ? ACCESS_OK : ACCESS_STOP;
    bool readonly = o.start >= m->memory->readonly_start && o.start < m->memory->readonly_end;
    if (!expr) expr = expr_const(m->pool, 64, value);
    /* A place that depends on one byte has few values, and what follows is concrete then: xz with
     * one symbolic byte has 13 complete paths a second, none in 15 s with all places symbolic. */
    bool concrete = readonly || (o.size > WHOLE_MAX && expr_only_byte(address));
    int narrowed = concrete ? NOT_NARROWED : narrow(m, t, address, size, UPDATE_MAX, &o);
    if (narrowed == NARROW_STOPPED) return ACCESS_STOP;
    if (narrowed == NOT_NARROWED) {
        if (!concretise(m, t, address, &at)) return ACCESS_STOP;
        return access_store(m, t, at, size, value, expr_is_const(expr) ? NULL : expr);
    }
    if (object_has_ended(m, o))
        return access_ended(m, t, address, size, true) == ACCESS_OUTSIDE ? ACCESS_OK : ACCESS_STOP;
    log_part(m, t, o, true);
    store_at_places(m, t, o, address, size, expr);
    return ACCESS_OK;
}
