/*
 * symbolic_range.c — memcpy, memmove and memset of a symbolic number of bytes. That the bytes are
 * inside of both objects is a decision. Then each byte of the target that some of the numbers
 * reach becomes a choice between its new and its old contents, without a branch for each number.
 */
#include "expr/bytes.h"
#include "vm/interpreter/execution.h"
#include "vm/memory/range.h"
#include "vm/symbolic/undefined.h"
#include <stdlib.h>

/* The most bytes of which it is open whether they are copied; more are split in halves. */
#define OPEN_MAX 4096
#define ROOM_MAX (1ull << 20)

/* The number of valid bytes from `address` on, up to ROOM_MAX. */
static uint64_t room_at(const Machine *m, uint64_t address, bool write) {
    const Memory *mem = m->memory;
    if (address >= MEMORY_LIMIT - ROOM_MAX) return 0;
    uint64_t room = memory_first_invalid(mem, address, ROOM_MAX) - address;
    if (!write || address >= mem->readonly_end || address + room <= mem->readonly_start)
        return room;
    return address >= mem->readonly_start ? 0 : mem->readonly_start - address;
}

static bool range_is_visible(const Machine *m, uint64_t address, uint64_t size) {
    return m->nthreads > 1 && m->visible.len && access_is_visible(m, address, size);
}

static const Expr *is_at_most(Machine *m, const Expr *length, uint64_t most) {
    return expr_binary(m->pool, EXPR_ULE, length, expr_const(m->pool, length->width, most));
}

/* Decides about lengths that go beyond an object: the one by a byte is a branch with a fault. Each
 * other one would be an error at the same place, so the thread stops there. */
static LengthResult length_beyond(Machine *m, Thread *t, const LengthRange *r, uint64_t to_room,
                                  uint64_t from_room) {
    uint64_t room = MIN(to_room, from_room);
    const Expr *near = expr_eq(m->pool, r->length, expr_const(m->pool, 64, room + 1));
    if (room == ROOM_MAX) return LENGTH_EACH;
    if (thread_went(m, thread_slot(t), expr_not(m->pool, near))) {
        machine_stop_thread(m, t);
        return LENGTH_STOP;
    }
    Decision d = machine_decide_anew(m, t, near);
    if (d == DECIDE_STOP) return LENGTH_STOP;
    if (d == DECIDE_FALSE) return LENGTH_EACH; /* not possible */
    bool reads = !r->sets && from_room == room;
    access_fault(m, t, reads ? r->from : r->to, room + 1, !reads);
    return LENGTH_STOP;
}

/* Finds the least and the largest length after the thread's own history. Lengths that are very many
 * are split in halves first, each a branch. LENGTH_DONE: they are in *range. */
static LengthResult length_bounds(Machine *m, Thread *t, const Expr *length, uint64_t room,
                                  ValueRange *range) {
    size_t n;
    const Expr **facts = causal_facts(m, thread_slot(t), length, &n);
    bool known = solver_range(m->solver, facts, n, length, m->model, range);
    free(facts);
    if (!known || range->high > room) return LENGTH_EACH;
    if (range->high - range->low <= OPEN_MAX) return LENGTH_DONE;
    uint64_t middle = range->low + (range->high - range->low) / 2;
    /* Both halves are possible: it is decided without a branch only where the solver gives up. */
    Decision d = machine_decide_anew(m, t, is_at_most(m, length, middle));
    return d == DECIDE_STOP ? LENGTH_STOP : LENGTH_EACH;
}

static void length_log(Machine *m, Thread *t, uint64_t address, ValueRange range, bool write) {
    if (!m->log_accesses) return;
    if (range.low) log_access(m, t, address, range.low, write);
    for (uint64_t a = (address + range.low) & ~7ull; a < address + range.high; a += 8)
        log_vague(m, t, a, write);
}

/* Writes the bytes. All are read first: source and target may overlap. */
static void length_write(Machine *m, Thread *t, const LengthRange *r, ValueRange range) {
    const Expr **bytes = xmalloc((range.high + 1) * sizeof *bytes);
    for (uint64_t k = 0; k < range.high; k++)
        bytes[k] = r->sets ? r->byte : access_byte(m, r->from + k);
    for (uint64_t k = 0; k < range.high; k++) {
        const Expr *now = bytes[k], *old = access_byte(m, r->to + k);
        if (k >= range.low) {
            const Expr *stays = is_at_most(m, r->length, k);
            now = bytes_flatten(m->pool, expr_ite(m->pool, stays, old, now));
        }
        if (now == old) continue;
        bool concrete = expr_is_const(now);
        access_store_raw(m, t, r->to + k, 1, concrete ? (uint64_t)now->value : 0,
                         concrete ? NULL : expr_zext(m->pool, now, 64));
    }
    free(bytes);
}

LengthResult range_of_length(Machine *m, Thread *t, LengthRange *r) {
    if (m->names_loads || m->lifting || m->options.given_symbolic || t->done || t->holding)
        return LENGTH_EACH;
    if (r->length->undefined && !(r->length = undefined_resolve(m, t, r->length)))
        return LENGTH_STOP;
    if (expr_is_const(r->length)) return LENGTH_EACH;
    uint64_t to_room = room_at(m, r->to, true);
    uint64_t from_room = r->sets ? to_room : room_at(m, r->from, false);
    uint64_t room = MIN(to_room, from_room);
    /* The byte behind the room counts: an invalid access to a visible byte is an event, too. */
    if (!room || range_is_visible(m, r->to, room + 1) ||
        (!r->sets && range_is_visible(m, r->from, room + 1)))
        return LENGTH_EACH;
    Decision inside = machine_decide_anew(m, t, is_at_most(m, r->length, room));
    if (inside == DECIDE_STOP) return LENGTH_STOP;
    if (inside == DECIDE_FALSE) return length_beyond(m, t, r, to_room, from_room);
    ValueRange range;
    LengthResult bounds = length_bounds(m, t, r->length, room, &range);
    if (bounds != LENGTH_DONE) return bounds;
    if (!machine_works(m, t, range.high)) return LENGTH_STOP;
    length_log(m, t, r->to, range, true);
    if (!r->sets) length_log(m, t, r->from, range, false);
    length_write(m, t, r, range);
    return LENGTH_DONE;
}
