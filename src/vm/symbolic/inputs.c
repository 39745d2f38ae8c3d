/*
 * inputs.c — symbolic inputs, assumptions about them, and errors that a program reports.
 */
#include "vm/interpreter/builtins.h"
#include "vm/symbolic/given.h"
#include "vm/symbolic/lifting.h"
#include "vm/symbolic/new_inputs.h"
#include <stdlib.h>

/* Writes the bytes that a replay has for the input, or the input that has them as its value. */
static StepResult write_given(Machine *m, Thread *t, uint64_t address, uint64_t size,
                              const char *name) {
    uint8_t *bytes = xcalloc(1, size);
    StepResult s;
    for (size_t k = 0; k < m->options.ngiven; k++)
        if (!strcmp(m->options.given[k].name, name))
            memcpy(bytes, m->options.given[k].bytes, MIN(size, m->options.given[k].size));
    if (m->options.given_symbolic) {
        const Input *input = expr_input(m->pool, name, (uint32_t)size);
        given_add(m, input, bytes);
        s = range_write_input(m, t, address, input);
    } else {
        s = range_write(m, t, address, bytes, size);
    }
    free(bytes);
    return s;
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
    char *name = input_new_name(m, t, base, again);
    free(base);
    t->holding = true;
    t->held = 0;
    t->held_expr = NULL;
    StepResult s;
    if (m->options.replaying)
        s = write_given(m, t, address, size, name);
    else {
        const Input *input = expr_input(m->pool, name, (uint32_t)size);
        input_note_origin(m, t, input);
        if (!again && !input_add(m, t, input)) {
            free(name);
            return STEP_STOP;
        }
        s = range_write_input(m, t, address, input);
    }
    free(name);
    if (s == STEP_STOP) return s;
    return completed(m, t, 0);
}

static bool outside_section(const uint8_t *thread) {
    uint16_t depth;
    memcpy(&depth, thread + offsetof(Thread, section), sizeof depth);
    return depth == 0;
}

static void refresh(void *machine, uint64_t address) { access_refresh(machine, address, 1); }

/* Takes back what the atomic section of a thread changed, also before its branches, which are
 * events of their own. */
static void section_restore(Machine *m, Thread *t) {
    TrailMark begin;
    lifting_fail(m); /* what is in memory then is no expression over the beginning of the slice */
    if (memory_before(m->memory, t, outside_section, &begin))
        memory_restore(m->memory, begin, refresh, m);
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
        if (t->section) section_restore(m, t);
        machine_stop_thread(m, t);
        return STEP_STOP;
    }
    return completed(m, t, 0);
}

/* Returns the engine's own text of a kind of finding. */
static const char *kind_of_finding(const char *kind) {
    static const char *const kinds[] = {"assertion", "abort",       "api",        "memory",
                                        "race",      "deadlock",    "arithmetic", "leak",
                                        "hang",      "unreachable", "unsupported"};
    for (size_t k = 0; kind && k < ARRAY_LEN(kinds); k++)
        if (!strcmp(kinds[k], kind)) return kinds[k];
    return "assertion";
}

/* Reads the first `n` arguments, which are texts; the caller frees each. False: the thread
 * stopped. */
static bool text_arguments(Machine *m, Thread *t, const BuiltinCall *c, char **texts, unsigned n) {
    for (unsigned k = 0; k < n; k++)
        if (range_string(m, t, frame_regs(t)[use(c->i, k)], &texts[k]) == STEP_STOP) return false;
    return true;
}

static const char *text_or_empty(const char *s) { return s ? s : ""; }

StepResult builtin_mistake(Machine *m, Thread *t, const BuiltinCall *c) {
    char *texts[4] = {0};
    bool on = text_arguments(m, t, c, texts, 4);
    if (on) {
        Mistake x = {.kind = kind_of_finding(texts[0]),
                     .effect = text_or_empty(texts[3]),
                     .ended = frame_regs(t)[use(c->i, 4)]};
        on = machine_mistake(m, t, x, "%s%s", text_or_empty(texts[1]), text_or_empty(texts[2]));
    }
    for (unsigned k = 0; k < 4; k++) free(texts[k]);
    return on ? completed(m, t, 0) : STEP_STOP;
}

StepResult builtin_fail(Machine *m, Thread *t, const BuiltinCall *c) {
    char *texts[2] = {0};
    if (text_arguments(m, t, c, texts, 2)) {
        const char *known = kind_of_finding(texts[0]), *message = texts[1];
        bool asserted =
            !strcmp(known, "assertion") && message && strncmp(message, "reach_error", 11);
        machine_fault(m, t, known, "%s%s", asserted ? "assertion failed: " : "",
                      message ? message : "failed");
    }
    free(texts[0]);
    free(texts[1]);
    return STEP_STOP;
}
