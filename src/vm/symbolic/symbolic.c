/*
 * symbolic.c — instructions of the dispatch loops with at least one symbolic operand. Register
 * expressions are 64 bits wide; an operation takes the low bits it works on and extends its result
 * again.
 */
#include "vm/symbolic/symbolic_floats.h"
#include "vm/symbolic/undefined.h"

static StepResult symbolic_next(Thread *t) {
    t->pc++;
    t->ndecisions = 0;
    return STEP_NEXT;
}

static const Expr *low(Machine *m, Thread *t, unsigned r, unsigned w) {
    return expr_trunc(m->pool, reg_as_expr(m, t, r), w);
}
static const Expr *imm(Machine *m, uint64_t v, unsigned w) { return expr_const(m->pool, w, v); }

static StepResult symbolic_set(Machine *m, Thread *t, const Insn *i, const Expr *e) {
    set_reg_expr(m, t, i->d, expr_zext(m->pool, e, 64));
    return symbolic_next(t);
}

static StepResult symbolic_jump(Machine *m, Thread *t, const Insn *i, bool taken) {
    const Function *f = t->frames[t->top].function;
    m->cover[2 * (size_t)insn_number(f, i) + taken] = 1;
    t->ndecisions = 0;
    if (taken)
        t->pc = i + (int32_t)(i->imm >> 32);
    else
        t->pc++;
    return STEP_NEXT;
}

/* Marks the target of a switch as covered. */
static void cover_place(Machine *m, const Thread *t) {
    const Function *f = t->frames[t->top].function;
    m->cover[2 * (size_t)insn_number(f, t->pc)] |= COVER_EXECUTED;
}

static StepResult symbolic_divide(Machine *m, Thread *t, const Insn *i, ExprOp op, const Expr *x,
                                  const Expr *y) {
    unsigned w = x->width;
    Decision d = machine_decide(m, t, expr_eq(m->pool, y, imm(m, 0, w)));
    if (d == DECIDE_STOP) return STEP_STOP;
    if (d == DECIDE_TRUE) {
        machine_fault(m, t, "arithmetic", "division by zero");
        return STEP_STOP;
    }
    if (op == EXPR_SDIV || op == EXPR_SREM) {
        const Expr *bad = expr_and(m->pool, expr_eq(m->pool, y, imm(m, ~0ull, w)),
                                   expr_eq(m->pool, x, imm(m, 1ull << (w - 1), w)));
        d = machine_decide(m, t, bad);
        if (d == DECIDE_STOP) return STEP_STOP;
        if (d == DECIDE_TRUE) {
            machine_fault(m, t, "arithmetic",
                          "division overflows: the quotient of the smallest integer and -1 is not "
                          "representable");
            return STEP_STOP;
        }
    }
    return symbolic_set(m, t, i, expr_binary(m->pool, op, x, y));
}

/* For amounts of at least the width, shifts of the machine and of expressions are the same. */
static StepResult symbolic_arithmetic(Machine *m, Thread *t, const Insn *i, unsigned family,
                                      unsigned k) {
    static const uint8_t ops[] = {EXPR_ADD,  EXPR_SUB,  EXPR_MUL,  EXPR_SHL,  EXPR_LSHR,
                                  EXPR_ASHR, EXPR_UDIV, EXPR_SDIV, EXPR_UREM, EXPR_SREM};
    unsigned w = 8u << (k & 3);
    const Expr *x = low(m, t, i->a, w), *y = k >= 4 ? imm(m, i->imm, w) : low(m, t, i->b, w);
    if (ops[family] >= EXPR_UDIV && ops[family] <= EXPR_SREM)
        return symbolic_divide(m, t, i, ops[family], x, y);
    return symbolic_set(m, t, i, expr_binary(m->pool, ops[family], x, y));
}

static const Expr *predicate(Machine *m, Thread *t, const Insn *i, unsigned p, bool immediate,
                             uint64_t constant) {
    static const uint8_t widths[4] = {8, 16, 32, 64};
    unsigned w = p < 6 ? 64 : widths[(p - 6) & 3];
    const Expr *x = low(m, t, i->a, w), *y = immediate ? imm(m, constant, w) : low(m, t, i->b, w);
    ExprPool *pool = m->pool;
    switch (p < 6 ? p : 6 + (p - 6) / 4) {
    case 0: return expr_eq(pool, x, y);
    case 1: return expr_not(pool, expr_eq(pool, x, y));
    case 2: return expr_binary(pool, EXPR_ULT, x, y);
    case 3: return expr_binary(pool, EXPR_ULE, x, y);
    case 4: return expr_binary(pool, EXPR_ULT, y, x);
    case 5: return expr_binary(pool, EXPR_ULE, y, x);
    case 6: return expr_binary(pool, EXPR_SLT, x, y);
    case 7: return expr_binary(pool, EXPR_SLE, x, y);
    case 8: return expr_binary(pool, EXPR_SLT, y, x);
    default: return expr_binary(pool, EXPR_SLE, y, x);
    }
}

static StepResult symbolic_switch(Machine *m, Thread *t, const Insn *i) {
    const SwitchTable *s = &m->program->switches[i->imm];
    const Insn *code = t->frames[t->top].function->code;
    const Expr *x = reg_as_expr(m, t, i->a);
    /* Cases with the same target are one branch. */
    for (uint32_t k = 0; k < s->len; k++) {
        if (!s->first[k] || s->target[k] == s->otherwise) continue;
        const Expr *any = expr_bool(m->pool, false);
        for (uint32_t j = k; j < s->len; j = s->next[j])
            any = expr_or(m->pool, any, expr_eq(m->pool, x, imm(m, s->value[j], 64)));
        Decision d = machine_decide(m, t, any);
        if (d == DECIDE_STOP) return STEP_STOP;
        if (d == DECIDE_TRUE) {
            t->pc = code + s->target[k];
            cover_place(m, t);
            t->ndecisions = 0;
            return STEP_NEXT;
        }
    }
    t->pc = code + s->otherwise;
    cover_place(m, t);
    t->ndecisions = 0;
    return STEP_NEXT;
}

static const Expr *effective(Machine *m, Thread *t, const Insn *i, bool indexed) {
    const Expr *a = reg_as_expr(m, t, i->a);
    if (!indexed) return expr_binary(m->pool, EXPR_ADD, a, imm(m, i->imm, 64));
    const Expr *scaled = expr_binary(m->pool, EXPR_MUL, reg_as_expr(m, t, i->b),
                                     imm(m, (uint64_t)(int64_t)(int32_t)i->imm, 64));
    a = expr_binary(m->pool, EXPR_ADD, a, scaled);
    return expr_binary(m->pool, EXPR_ADD, a,
                       imm(m, (uint64_t)(int64_t)(int32_t)(i->imm >> 32), 64));
}

static StepResult symbolic_load(Machine *m, Thread *t, const Insn *i, unsigned size, bool indexed) {
    const Expr *a = effective(m, t, i, indexed);
    Access r = expr_is_const(a) ? access_load(m, t, (uint64_t)a->value, size)
                                : access_load_symbolic(m, t, a, size);
    if (r == ACCESS_STOP) return STEP_STOP;
    if (m->loaded_expr)
        set_reg_expr(m, t, i->d, m->loaded_expr);
    else
        set_reg(t, i->d, m->loaded);
    return symbolic_next(t);
}

static StepResult symbolic_store(Machine *m, Thread *t, const Insn *i, unsigned size,
                                 bool indexed) {
    const Expr *a = effective(m, t, i, indexed);
    unsigned r = indexed ? i->d : i->b;
    uint64_t value = frame_regs(t)[r];
    const Expr *expr = reg_expr(t, r);
    Access x = expr_is_const(a) ? access_store(m, t, (uint64_t)a->value, size, value, expr)
                                : access_store_symbolic(m, t, a, size, value, expr);
    return x == ACCESS_STOP ? STEP_STOP : symbolic_next(t);
}

/* Whether the address is NULL or in an object of the program. */
static bool is_object_address(const Machine *m, uint64_t x) {
    return !x || (x >= GLOBALS_BASE && x < MEMORY_LIMIT && memory_is_valid(m->memory, x, 1));
}

/* Returns the value of an instruction that is only a function of its operands; NULL for others. */
static const Expr *plain_value(Machine *m, Thread *t, const Insn *i, unsigned op) {
    ExprPool *p = m->pool;
    switch (op) {
    case OP_MOV: return reg_as_expr(m, t, i->a);
    case OP_AND: return expr_binary(p, EXPR_AND, reg_as_expr(m, t, i->a), reg_as_expr(m, t, i->b));
    case OP_OR: return expr_binary(p, EXPR_OR, reg_as_expr(m, t, i->a), reg_as_expr(m, t, i->b));
    case OP_XOR: return expr_binary(p, EXPR_XOR, reg_as_expr(m, t, i->a), reg_as_expr(m, t, i->b));
    case OP_ANDI: return expr_binary(p, EXPR_AND, reg_as_expr(m, t, i->a), imm(m, i->imm, 64));
    case OP_ORI: return expr_binary(p, EXPR_OR, reg_as_expr(m, t, i->a), imm(m, i->imm, 64));
    case OP_XORI: return expr_binary(p, EXPR_XOR, reg_as_expr(m, t, i->a), imm(m, i->imm, 64));
    case OP_TRUNC8: return low(m, t, i->a, 8);
    case OP_TRUNC16: return low(m, t, i->a, 16);
    case OP_TRUNC32: return low(m, t, i->a, 32);
    case OP_SEXT8_16: return expr_sext(p, low(m, t, i->a, 8), 16);
    case OP_SEXT8_32: return expr_sext(p, low(m, t, i->a, 8), 32);
    case OP_SEXT8_64: return expr_sext(p, low(m, t, i->a, 8), 64);
    case OP_SEXT16_32: return expr_sext(p, low(m, t, i->a, 16), 32);
    case OP_SEXT16_64: return expr_sext(p, low(m, t, i->a, 16), 64);
    case OP_SEXT32_64: return expr_sext(p, low(m, t, i->a, 32), 64);
    case OP_SEXTN: return expr_sext(p, low(m, t, i->a, i->imm & 255), i->imm >> 8 & 255);
    case OP_ROTLI32:
    case OP_ROTLI64: {
        unsigned w = op == OP_ROTLI32 ? 32 : 64;
        const Expr *x = low(m, t, i->a, w);
        return expr_binary(p, EXPR_OR, expr_binary(p, EXPR_SHL, x, imm(m, i->imm, w)),
                           expr_binary(p, EXPR_LSHR, x, imm(m, w - i->imm, w)));
    }
    case OP_LEA: return effective(m, t, i, true);
    case OP_FNEG32:
        return expr_binary(p, EXPR_XOR, reg_as_expr(m, t, i->a), imm(m, 0x80000000u, 64));
    case OP_FNEG64:
        return expr_binary(p, EXPR_XOR, reg_as_expr(m, t, i->a), imm(m, 1ull << 63, 64));
    default: return NULL;
    }
}

static StepResult select_value(Machine *m, Thread *t, const Insn *i) {
    ExprPool *p = m->pool;
    const Expr *c = expr_not(p, expr_eq(p, reg_as_expr(m, t, i->a), imm(m, 0, 64)));
    unsigned y = (unsigned)i->imm;
    /* A choice between two addresses is a branch, as it was in the source, so that the object
     * behind the address is known. */
    if (!reg_expr(t, i->b) && !reg_expr(t, y) && frame_regs(t)[i->b] != frame_regs(t)[y] &&
        is_object_address(m, frame_regs(t)[i->b]) && is_object_address(m, frame_regs(t)[y])) {
        Decision d = machine_decide(m, t, c);
        if (d == DECIDE_STOP) return STEP_STOP;
        return symbolic_set(m, t, i, reg_as_expr(m, t, d == DECIDE_TRUE ? i->b : y));
    }
    return symbolic_set(m, t, i, expr_ite(p, c, reg_as_expr(m, t, i->b), reg_as_expr(m, t, y)));
}

/* The owner of an undefined value may depend on inputs. */
static StepResult guard(Machine *m, Thread *t, const Insn *i) {
    uint64_t whose;
    if (!concrete_reg(m, t, i->b, &whose)) return STEP_STOP;
    return symbolic_set(m, t, i, whose ? undefined_register(m, whose) : reg_as_expr(m, t, i->a));
}

StepResult symbolic_execute(Machine *m, Thread *t) {
    const Insn *i = t->pc;
    unsigned op = insn_op(i);
    t->cursor = 0;
    if (op >= OP_ADD8 && op <= OP_SREMI64)
        return symbolic_arithmetic(m, t, i, (op - OP_ADD8) / 8, (op - OP_ADD8) % 8);
    if (op >= OP_CEQ && op < OP_BEQ)
        return symbolic_set(m, t, i,
                            predicate(m, t, i, (op - OP_CEQ) / 2, (op - OP_CEQ) % 2, i->imm));
    if (op >= OP_BEQ && op < OP_COUNT) {
        unsigned n = op - OP_BEQ;
        Decision d = machine_decide(
            m, t, predicate(m, t, i, n / 2, n % 2, (uint64_t)(int64_t)(int32_t)i->imm));
        return d == DECIDE_STOP ? STEP_STOP : symbolic_jump(m, t, i, d == DECIDE_TRUE);
    }
    if (op >= OP_LOAD8 && op <= OP_LOAD64)
        return symbolic_load(m, t, i, 1u << (op - OP_LOAD8), false);
    if (op >= OP_LOADX8 && op <= OP_LOADX64)
        return symbolic_load(m, t, i, 1u << (op - OP_LOADX8), true);
    if (op >= OP_STORE8 && op <= OP_STORE64)
        return symbolic_store(m, t, i, 1u << (op - OP_STORE8), false);
    if (op >= OP_STOREX8 && op <= OP_STOREX64)
        return symbolic_store(m, t, i, 1u << (op - OP_STOREX8), true);
    const Expr *value = plain_value(m, t, i, op);
    if (!value) value = float_instruction(m, t, i, op);
    if (value) return symbolic_set(m, t, i, value);
    switch (op) {
    case OP_GUARD: return guard(m, t, i);
    case OP_SELECT: return select_value(m, t, i);
    case OP_BR:
    case OP_BRZ: {
        Decision d = machine_decide(
            m, t, expr_not(m->pool, expr_eq(m->pool, reg_as_expr(m, t, i->a), imm(m, 0, 64))));
        return d == DECIDE_STOP ? STEP_STOP
                                : symbolic_jump(m, t, i, (d == DECIDE_TRUE) == (op == OP_BR));
    }
    case OP_SWITCH: return symbolic_switch(m, t, i);
    case OP_RETV: return special_execute(m, t);
    default: base_fatal("instruction %s has no symbolic form", op_names[op]);
    }
}
