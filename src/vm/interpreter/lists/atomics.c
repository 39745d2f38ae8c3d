/*
 * atomics.c — atomic loads, stores, read-modify-writes, compare-and-exchange and fences. All are
 * sequentially consistent, and all but fences are visible operations as soon as there are several
 * threads.
 */
#include "vm/memory/visible.h"
#include "vm/interpreter/lists/special.h"
#include "vm/symbolic/symbolic_floats.h"

/* Returns the value in memory after the operation: of `bits` bits, zero-extended to 64 if there are
 * fewer. */
static const Expr *atomic_expr(Machine *m, AtomicOp op, unsigned bits, const Expr *old,
                               const Expr *x) {
    ExprPool *p = m->pool;
    const Expr *a = expr_trunc(p, old, bits), *b = expr_trunc(p, x, bits), *r;
    switch (op) {
    case ATOMIC_XCHG: r = b; break;
    case ATOMIC_ADD: r = expr_binary(p, EXPR_ADD, a, b); break;
    case ATOMIC_SUB: r = expr_binary(p, EXPR_SUB, a, b); break;
    case ATOMIC_AND: r = expr_binary(p, EXPR_AND, a, b); break;
    case ATOMIC_NAND: r = expr_not(p, expr_binary(p, EXPR_AND, a, b)); break;
    case ATOMIC_OR: r = expr_binary(p, EXPR_OR, a, b); break;
    case ATOMIC_XOR: r = expr_binary(p, EXPR_XOR, a, b); break;
    case ATOMIC_MAX: r = expr_ite(p, expr_binary(p, EXPR_SLT, a, b), b, a); break;
    case ATOMIC_MIN: r = expr_ite(p, expr_binary(p, EXPR_SLT, a, b), a, b); break;
    case ATOMIC_FADD:
    case ATOMIC_FSUB: r = float_sum(m, op == ATOMIC_FSUB, a, b); break;
    case ATOMIC_UMAX: r = expr_ite(p, expr_binary(p, EXPR_ULT, a, b), b, a); break;
    default: r = expr_ite(p, expr_binary(p, EXPR_ULT, a, b), a, b); break;
    }
    return bits < 64 ? expr_zext(p, r, 64) : r;
}

static void assume_strong(const Machine *m) {
    if (m->hooks.assumption)
        m->hooks.assumption(m->hooks.context,
                            "weak atomic orders are explored as sequentially consistent");
}

static uint8_t atomic_order(const Insn *i) { return (uint8_t)(i->imm & (ATOMIC_WEAK - 1)); }

static bool is_weak_exchange(const Insn *i) {
    unsigned order = atomic_order(i);
    return (order & 15) != ORDER_SEQUENTIAL || (order >> 4 && order >> 4 != ORDER_SEQUENTIAL);
}

/* Executes a fence. It is no event; it is noted between the accesses of the slice. */
static StepResult atomic_fence(Machine *m, Thread *t, const Insn *i) {
    if (is_weak_exchange(i) && m->nthreads > 1) assume_strong(m);
    if (m->judges && m->log_accesses && !log_fence(t, atomic_order(i))) {
        machine_limit(
            m, t, "a thread was stopped at more than 8,191 fences between two visible operations");
        return STEP_STOP;
    }
    return end_list(t, i);
}

static void tell_assumptions(const Machine *m, const Insn *i) {
    if (i->imm & ATOMIC_WEAK && m->hooks.assumption)
        m->hooks.assumption(m->hooks.context,
                            "weak compare-and-exchange operations never fail without cause");
    if (is_weak_exchange(i) && m->nthreads > 1) assume_strong(m);
}

/* Whether the thread may access the bytes now. If other threads exist, the access is a visible
 * operation, which is proposed first. */
static bool atomic_granted(Machine *m, Thread *t, const Insn *i, uint64_t address) {
    AtomicOp op = i->b & 255;
    unsigned bytes = i->b >> 8;
    if (m->nthreads <= 1 || access_is_enclosed(m, t)) return true;
    if (bytes > 8 && m->names_loads) {
        if (m->hooks.incomplete)
            m->hooks.incomplete(
                m->hooks.context,
                "this strategy does not follow a thread beyond an atomic operation on 16 bytes");
        machine_stop_thread(m, t);
        return false;
    }
    OperationKind kind = op == ATOMIC_LOAD    ? OPERATION_LOAD
                         : op == ATOMIC_STORE ? OPERATION_STORE
                                              : OPERATION_RMW;
    if (access_granted(t, kind, address, bytes)) return true;
    t->pending = (Operation){.kind = (uint8_t)kind,
                             .size = (uint8_t)bytes,
                             .flags = MEMORY_ATOMIC,
                             .order = atomic_order(i),
                             .target = -1,
                             .object = address,
                             .loc = machine_loc(m, t),
                             .within = t->section ? &operation_section : NULL};
    return false;
}

static void log_atomic_bytes(Machine *m, Thread *t, uint64_t address, unsigned bytes, bool writes) {
    if (!m->log_accesses) return;
    if (!(m->visible.len && access_is_visible(m, address, bytes)) || access_logs_visible(m, t))
        log_atomic(m, t, address, bytes, writes);
    else
        for (unsigned k = 0; k < bytes; k++)
            if (!access_is_visible(m, address + k, 1)) log_atomic(m, t, address + k, 1, writes);
}

/* A number, or an expression (NULL: the number counts). */
typedef struct Value {
    uint64_t number;
    const Expr *expr;
} Value;

static Value register_value(const Thread *t, unsigned r) {
    return (Value){frame_regs(t)[r], reg_expr(t, r)};
}
static const Expr *value_expr(Machine *m, Value x) {
    return x.expr ? x.expr : expr_const(m->pool, 64, x.number);
}

static StepResult atomic_compare_exchange(Machine *m, Thread *t, const Insn *i, uint64_t address,
                                          Value old) {
    unsigned bytes = i->b >> 8;
    Value expected = register_value(t, use(i, 1)), wanted = register_value(t, use(i, 2));
    if (old.expr || expected.expr) {
        /* The comparison becomes data, so no branch is needed. */
        const Expr *o = value_expr(m, old), *e = reg_as_expr(m, t, use(i, 1));
        const Expr *same = expr_eq(m->pool, o, e);
        if (m->nthreads > 1 && !t->section) t->log->may_fail = true;
        const Expr *now = expr_ite(m->pool, same, reg_as_expr(m, t, use(i, 2)), o);
        if (access_store_raw(m, t, address, bytes, 0, now) == ACCESS_STOP) return STEP_STOP;
        set_reg_expr(m, t, def(i, 1), expr_zext(m->pool, same, 64));
        set_reg_expr(m, t, def(i, 0), o);
        return end_list(t, i);
    }
    bool equal = old.number == expected.number;
    if (!equal && m->nthreads > 1 && !t->section) t->log->failed = true;
    if (equal && access_store_raw(m, t, address, bytes, wanted.number, wanted.expr) == ACCESS_STOP)
        return STEP_STOP;
    set_reg(t, def(i, 0), old.number);
    set_reg(t, def(i, 1), equal);
    return end_list(t, i);
}

/* Returns the value in memory after the operation. */
static Value atomic_modified(Machine *m, const Insn *i, Value old, Value x) {
    AtomicOp op = i->b & 255;
    unsigned bytes = i->b >> 8;
    const Expr *e = atomic_expr(m, op, bytes * 8, value_expr(m, old), value_expr(m, x));
    return expr_is_const(e) ? (Value){(uint64_t)e->value, NULL} : (Value){0, e};
}

/* --- 16 bytes: two registers, and one expression of 128 bits ---------------------------------- */

static const Expr *use_pair(Machine *m, Thread *t, const Insn *i, unsigned k) {
    return wide_expr(m, t, use(i, k), use(i, k + 1));
}

static const Expr *load_half(Machine *m, Thread *t, uint64_t address) {
    access_load_raw(m, t, address, 8);
    return m->loaded_expr ? m->loaded_expr : expr_const(m->pool, 64, m->loaded);
}

static StepResult execute_on_pair(Machine *m, Thread *t, const Insn *i, uint64_t address) {
    AtomicOp op = i->b & 255;
    ExprPool *p = m->pool;
    const Expr *low = load_half(m, t, address),
               *old = expr_concat(p, load_half(m, t, address + 8), low), *now;
    const Expr *same = NULL;
    switch (op) {
    case ATOMIC_LOAD: now = NULL; break;
    case ATOMIC_STORE: now = use_pair(m, t, i, 1); break;
    case ATOMIC_CMPXCHG:
        same = expr_eq(p, old, use_pair(m, t, i, 1));
        now = expr_ite(p, same, use_pair(m, t, i, 3), old);
        if (expr_is_const(same) && !same->value) now = NULL;
        if (m->nthreads > 1 && !t->section) {
            t->log->failed = !now;
            t->log->may_fail = !expr_is_const(same);
        }
        break;
    default: now = atomic_expr(m, op, 128, old, use_pair(m, t, i, 1)); break;
    }
    for (unsigned k = 0; now && k < 2; k++) {
        const Expr *half = expr_extract(p, now, 64 * k, 64);
        uint64_t number = expr_is_const(half) ? (uint64_t)half->value : 0;
        if (access_store_raw(m, t, address + 8 * k, 8, number, expr_is_const(half) ? NULL : half) ==
            ACCESS_STOP)
            return STEP_STOP;
    }
    if (op != ATOMIC_STORE) set_wide(m, t, i, old);
    if (same) set_reg_expr(m, t, def(i, 2), expr_zext(p, same, 64));
    return end_list(t, i);
}

StepResult atomic_execute(Machine *m, Thread *t, const Insn *i) {
    AtomicOp op = i->b & 255;
    unsigned bytes = i->b >> 8;
    if (op == ATOMIC_FENCE) return atomic_fence(m, t, i);
    uint64_t address;
    if (!concrete_reg(m, t, use(i, 0), &address)) return STEP_STOP;
    bool writes = op != ATOMIC_LOAD;
    tell_assumptions(m, i);
    if (!atomic_granted(m, t, i, address)) return STEP_STOP;
    if (!memory_is_valid(m->memory, address, bytes)) {
        access_fault(m, t, address, bytes, writes);
        return STEP_STOP;
    }
    log_atomic_bytes(m, t, address, bytes, writes);
    if (bytes > 8) return execute_on_pair(m, t, i, address);
    if (op == ATOMIC_STORE) {
        Value x = register_value(t, use(i, 1));
        Access a = access_store_raw(m, t, address, bytes, x.number, x.expr);
        return a == ACCESS_STOP ? STEP_STOP : end_list(t, i);
    }
    access_load_raw(m, t, address, bytes);
    if (m->nthreads > 1 && !access_is_enclosed(m, t)) access_name_load(m, t, bytes);
    Value old = {m->loaded, m->loaded_expr};
    if (op == ATOMIC_CMPXCHG) return atomic_compare_exchange(m, t, i, address, old);
    if (op != ATOMIC_LOAD) {
        Value now = atomic_modified(m, i, old, register_value(t, use(i, 1)));
        if (access_store_raw(m, t, address, bytes, now.number, now.expr) == ACCESS_STOP)
            return STEP_STOP;
    }
    if (old.expr)
        set_reg_expr(m, t, def(i, 0), old.expr);
    else
        set_reg(t, def(i, 0), old.number);
    return end_list(t, i);
}
