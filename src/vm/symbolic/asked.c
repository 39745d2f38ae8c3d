/*
 * asked.c — what a harness asks about values and objects: whether a value depends on inputs, what
 * it looks like, how large an object is. None of it changes what is explored.
 */
#include "runtime/engine.h"
#include "vm/interpreter/builtins.h"
#include "vm/interpreter/execution.h"
#include "vm/symbolic/lifting.h"
#include <stdio.h>
#include <stdlib.h>

/* The most characters of an expression that are told. */
#define MOST_TOLD 2000

StepResult builtin_is_symbolic(Machine *m, Thread *t, const BuiltinCall *c) {
    lifting_fail(m);
    bool given = m->options.given_symbolic; /* a replay has no symbolic values */
    return completed(m, t, !given && reg_expr(t, use(c->i, 0)) != NULL);
}

static void tell_expression(StrBuf *b, const Expr *e, uint64_t value) {
    char *text = NULL;
    size_t size = 0;
    if (!e) {
        str_addf(b, "%lld", (long long)value);
        return;
    }
    while (e->op == EXPR_ZEXT) e = e->kid[0]; /* registers have 64 bits */
    FILE *out = open_memstream(&text, &size);
    if (!out) base_fatal("out of memory while formatting");
    expr_print(out, e, MOST_TOLD);
    fclose(out);
    str_add(b, text);
    free(text);
}

static void tell_range(StrBuf *b, Machine *m, const Thread *t, const Expr *e, uint64_t value) {
    ValueRange range = {value, value};
    bool known = true;
    if (e && m->options.given_symbolic) {
        range.low = range.high = (uint64_t)expr_eval(m->pool, e, m->model);
    } else if (e) {
        size_t n;
        const Expr **facts = causal_facts(m, thread_slot(t), e, &n);
        known = solver_range(m->solver, facts, n, e, m->model, &range);
        free(facts);
    }
    if (known)
        str_addf(b, "%llu to %llu", (unsigned long long)range.low, (unsigned long long)range.high);
    else
        str_add(b, "not known within the limit of the solver");
}

static void tell_stack(StrBuf *b, const Machine *m, const Thread *t) {
    uint32_t locs[32];
    const char *functions[32];
    unsigned n = machine_stack_locs(m, t, locs, functions, 32), told = 0;
    for (unsigned k = 0; k < n; k++) {
        const Loc *at = &m->program->locs[locs[k]];
        if (!at->line || !at->file || !*at->file) continue;
        str_addf(b, "%s%s at %s:%u", told++ ? ", called from " : "", functions[k], at->file,
                 at->line);
    }
}

StepResult builtin_tell(Machine *m, Thread *t, const BuiltinCall *c) {
    const uint64_t *r = frame_regs(t);
    const Expr *e = reg_expr(t, use(c->i, 1));
    uint64_t value = r[use(c->i, 1)];
    char *message;
    if (range_string(m, t, r[use(c->i, 0)], &message) == STEP_STOP) return STEP_STOP;
    lifting_fail(m);
    StrBuf b = {0};
    str_addf(&b, "%s: ", message ? message : "");
    switch (r[use(c->i, 2)]) {
    case HEDDLE_TELL_RANGE: tell_range(&b, m, t, e, value); break;
    case HEDDLE_TELL_STACK: tell_stack(&b, m, t); break;
    default: tell_expression(&b, e, value); break;
    }
    if (m->hooks.warning) m->hooks.warning(m->hooks.context, b.data);
    vec_free(&b);
    free(message);
    return completed(m, t, 0);
}

/* Returns the size of the local variable that begins at an address, or 0. */
static uint64_t local_size(const Thread *t, uint64_t address) {
    for (uint32_t k = t->top + 1; k-- > 0;) {
        const Frame *f = &t->frames[k];
        for (unsigned n = 0; f->memory && n < f->function->nobjects; n++)
            if (f->memory + f->function->objects[n].offset == address)
                return f->function->objects[n].size;
    }
    return 0;
}

StepResult builtin_extent(Machine *m, Thread *t, const BuiltinCall *c) {
    uint64_t address = c->v[0], size = 0;
    int owner;
    const Block *b = heap_block_at(m, address, &owner);
    const Global *g = program_global_at(m->program, address);
    if (b && b->state == 1 && b->address == address)
        size = b->size;
    else if (g && !g->thread_local_ && g->address == address)
        size = g->size;
    for (uint32_t k = 0; !size && k < m->nslots; k++)
        if (m->threads[k] && m->threads[k]->status == THREAD_READY)
            size = local_size(m->threads[k], address);
    /* The answer counts as a read of the first byte, so that it depends on the end of the object. A
     * read that waited for its turn is done even if the object ended meanwhile. */
    uint8_t first;
    bool reads = size || access_is_visible(m, address, 1);
    if (reads && range_read(m, t, address, &first, 1, NULL) == STEP_STOP) return STEP_STOP;
    return completed(m, t, size);
}
