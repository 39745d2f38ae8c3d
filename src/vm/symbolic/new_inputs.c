/* new_inputs.c — see new_inputs.h. */
#include "vm/symbolic/new_inputs.h"
#include "vm/interpreter/execution.h"
#include <stdlib.h>

/* Adds a base name so that what is added to names by others, and names that others make, are told
 * from it: a run of `@` or of `#` before a digit or at the end is doubled, as is a first character
 * that only made names have. */
static void add_base(StrBuf *b, const char *base) {
    if (!*base) base = "input";
    if (*base == '?' || *base == 1 || *base == 27) str_add(b, "?");
    for (const char *s = base; *s;) {
        size_t run = *s == '@' ? strspn(s, "@") : *s == '#' ? strspn(s, "#") : 0;
        char next = s[run];
        unsigned times = run && (!next || (next >= '0' && next <= '9')) ? 2 : 1;
        for (size_t k = 0; k < MAX(run, 1) * times; k++) str_addf(b, "%c", *s);
        s += MAX(run, 1);
    }
}

char *input_name(const char *base, const char *thread, uint32_t n) {
    StrBuf b = {0};
    add_base(&b, base);
    if (strcmp(thread, "0")) str_addf(&b, "@%s", thread);
    if (n > 1) str_addf(&b, "#%u", n);
    return b.data;
}

char *input_new_name(Machine *m, Thread *t, const char *base, bool again) {
    uint32_t n = 0;
    if (!*base) base = "input";
    for (InputUse *u = t->inputs; u && !n; u = u->previous)
        if (!strcmp(u->base, base)) n = u->count;
    if (!again) {
        InputUse *u = arena_alloc(m->arena, sizeof *u);
        u->previous = t->inputs;
        u->base = arena_strdup(m->arena, base);
        u->count = ++n;
        t->inputs = u;
    }
    return input_name(base, t->name, n);
}

void input_note_origin(Machine *m, const Thread *t, const Input *input) {
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

bool input_add(Machine *m, Thread *t, const Input *input) {
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
    char *name = input_new_name(m, t, "behind_error", false);
    m->loaded = 0;
    m->loaded_expr = NULL;
    bool fine = true;
    if (m->options.replaying) {
        load_given(m, name, size);
    } else {
        const Input *input = expr_input(m->pool, name, size);
        input_note_origin(m, t, input);
        fine = input_add(m, t, input);
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
