/*
 * inputs.c — symbolic inputs, assumptions about them, and errors that a program reports.
 */
#include "vm/interpreter/builtins.h"
#include <stdlib.h>

/* Returns the name of an input, made of the base name, the thread and its number in the thread:
 * `x`, `x#2`, `x@0.1`, and so on. It is the last name once more if `again` is set. The caller frees
 * it. */
static char *input_name(Machine *m, Thread *t, const char *base, bool again) {
    uint32_t n = 0;
    for (InputUse *u = t->inputs; u && !n; u = u->previous)
        if (!strcmp(u->base, base)) n = u->count;
    if (!again) {
        InputUse *u = arena_alloc(m->arena, sizeof *u);
        u->previous = t->inputs;
        u->base = arena_strdup(m->arena, base);
        u->count = ++n;
        t->inputs = u;
    }
    StrBuf b = {0};
    str_add(&b, base);
    if (strcmp(t->name, "0")) str_addf(&b, "@%s", t->name);
    if (n > 1) str_addf(&b, "#%u", n);
    return b.data;
}

static const Input *input_named(Machine *m, const char *name, uint64_t size) {
    const Input *old = expr_input_find(m->pool, name);
    if (!old || old->size == size) return expr_input(m->pool, name, (uint32_t)size);
    /* An input of another size, on another path, is another input. */
    char *other = xasprintf("%s[%llu]", name, (unsigned long long)size);
    const Input *input = expr_input(m->pool, other, (uint32_t)size);
    free(other);
    return input;
}

/* Notes which instruction of the program's own code asks for an input. */
static void note_origin(Machine *m, const Thread *t, const Input *input) {
    uint32_t insn = UINT32_MAX;
    for (uint32_t k = t->top + 1; k-- > 0;) {
        const Function *f = t->frames[k].function;
        if (f->library) continue;
        insn = insn_number(f, k == t->top ? t->pc : t->frames[k + 1].call);
        break;
    }
    bool new = input->id >= m->input_insn.len;
    while (m->input_insn.len <= input->id) vec_push(&m->input_insn, UINT32_MAX - 1);
    uint32_t *at = &m->input_insn.data[input->id];
    *at = new || *at == UINT32_MAX - 1 || *at == insn ? insn : UINT32_MAX;
}

/* Writes the bytes that a replay has for the input. */
static StepResult write_given(Machine *m, Thread *t, uint64_t address, uint64_t size,
                              const char *name) {
    uint8_t *bytes = xcalloc(1, size);
    for (size_t k = 0; k < m->options.ngiven; k++)
        if (!strcmp(m->options.given[k].name, name))
            memcpy(bytes, m->options.given[k].bytes, MIN(size, m->options.given[k].size));
    StepResult s = range_write(m, t, address, bytes, size);
    free(bytes);
    return s;
}

/* Adds the input to those of the run. False, with the thread stopped, if there are too many. */
static bool count_input(Machine *m, Thread *t, const Input *input) {
    trail_save(m->memory, &m->ninputs, sizeof m->ninputs);
    if (m->ninputs == m->inputs.cap) {
        machine_limit(m, t, "a thread was stopped at more than 16,777,216 inputs in one run");
        return false;
    }
    m->inputs.data[m->ninputs++] = input;
    return true;
}

/* Loads the value that a replay has for the input. */
static void load_given(Machine *m, const char *name, unsigned size) {
    for (size_t k = 0; k < m->options.ngiven; k++)
        if (!strcmp(m->options.given[k].name, name))
            memcpy(&m->loaded, m->options.given[k].bytes, MIN(size, m->options.given[k].size));
}

bool input_load_anything(Machine *m, Thread *t, unsigned size) {
    char *name = input_name(m, t, "behind_error", false);
    m->loaded = 0;
    m->loaded_expr = NULL;
    bool fine = true;
    if (m->options.replaying) {
        load_given(m, name, size);
    } else {
        const Input *input = input_named(m, name, size);
        note_origin(m, t, input);
        fine = count_input(m, t, input);
        const Expr *e = NULL;
        for (unsigned k = 0; k < size; k++) {
            const Expr *b = expr_read(m->pool, input, k);
            e = e ? expr_concat(m->pool, b, e) : b;
        }
        m->loaded_expr = expr_zext(m->pool, e, 64);
    }
    free(name);
    return fine;
}

StepResult builtin_make_symbolic(Machine *m, Thread *t, const BuiltinCall *c) {
    uint64_t address, size, name_address;
    if (!concrete_reg(m, t, use(c->i, 0), &address) || !concrete_reg(m, t, use(c->i, 1), &size) ||
        !concrete_reg(m, t, use(c->i, 2), &name_address))
        return STEP_STOP;
    if (!size || size > 1 << 20) {
        machine_fault(m, t, "api", "a symbolic input of %llu bytes (1 byte to 1 MiB is possible)",
                      (unsigned long long)size);
        return STEP_STOP;
    }
    if (!range_check(m, t, address, size, true)) return STEP_STOP;
    char *base = name_address ? NULL : xstrdup("input");
    if (!base && range_string(m, t, name_address, &base) == STEP_STOP) return STEP_STOP;
    if (!base) {
        machine_fault(m, t, "api", "the name of a symbolic input is no readable string");
        return STEP_STOP;
    }
    /* The input has its name before its first byte is written, however many steps that takes. */
    bool again = t->holding;
    char *name = input_name(m, t, base, again);
    free(base);
    t->holding = true;
    t->held = 0;
    t->held_expr = NULL;
    StepResult s;
    if (m->options.replaying)
        s = write_given(m, t, address, size, name);
    else {
        const Input *input = input_named(m, name, size);
        note_origin(m, t, input);
        if (!again && !count_input(m, t, input)) {
            free(name);
            return STEP_STOP;
        }
        s = range_write_input(m, t, address, input);
    }
    free(name);
    if (s == STEP_STOP) return s;
    return completed(m, t, 0);
}

StepResult builtin_assume(Machine *m, Thread *t, const BuiltinCall *c) {
    const Expr *e = reg_expr(t, use(c->i, 0));
    bool holds;
    if (e) {
        Decision d = machine_decide(m, t,
                                    expr_not(m->pool, expr_eq(m->pool, expr_trunc(m->pool, e, 32),
                                                              expr_const(m->pool, 32, 0))));
        if (d == DECIDE_STOP) return STEP_STOP;
        holds = d == DECIDE_TRUE;
    } else
        holds = (uint32_t)frame_regs(t)[use(c->i, 0)] != 0;
    if (!holds) {
        /* An atomic section whose assumption fails leaves no trace: its thread waits for ever
         * before the section. */
        if (t->section) memory_restore(m->memory, m->memory->newest_mark);
        machine_stop_thread(m, t);
        return STEP_STOP;
    }
    return completed(m, t, 0);
}

StepResult builtin_fail(Machine *m, Thread *t, const BuiltinCall *c) {
    const uint64_t *r = frame_regs(t);
    char *kind, *message;
    if (range_string(m, t, r[use(c->i, 0)], &kind) == STEP_STOP) return STEP_STOP;
    if (range_string(m, t, r[use(c->i, 1)], &message) == STEP_STOP) {
        free(kind);
        return STEP_STOP;
    }
    static const char *const kinds[] = {"assertion", "abort",       "api",        "memory",
                                        "race",      "deadlock",    "arithmetic", "leak",
                                        "hang",      "unreachable", "unsupported"};
    const char *known = "assertion";
    for (size_t k = 0; kind && k < ARRAY_LEN(kinds); k++)
        if (!strcmp(kinds[k], kind)) known = kinds[k];
    machine_fault(m, t, known, "%s%s",
                  !strcmp(known, "assertion") && message && strncmp(message, "reach_error", 11)
                      ? "assertion failed: "
                      : "",
                  message ? message : "failed");
    free(kind);
    free(message);
    return STEP_STOP;
}
