/* own_memory.c — see own_memory.h. */
#include "state/symmetry/own_memory.h"
#include "base/tables/hash_set.h"
#include "impact/flow.h"
#include <stdlib.h>

typedef struct Search {
    const Program *program;
    HashSet *parameters; /* that were looked at, or are being looked at */
    const Flow *w;
    bool *seen; /* values */
} Search;

static bool own_address_stays(Search *s, uint32_t value);

/* Whether the function does nothing else with an address that it gets as this argument. */
static bool parameter_stays(const Search *s, const Function *f, uint32_t parameter) {
    if (!f->code || f->library || f->vararg || parameter >= f->nparams) return false;
    uint64_t key = hash_combine((uint64_t)(f - s->program->functions) + 1, parameter) | 1;
    if (!hash_set_add(s->parameters, key)) return true;
    Flow *w = flow_of(s->program, f);
    Search inner = {s->program, s->parameters, w, xcalloc(w->nvalues + 1, 1)};
    bool stays = !w->returns_twice && own_address_stays(&inner, parameter + 1);
    free(inner.seen);
    flow_free(w);
    return stays;
}

static bool op_is_between(unsigned op, unsigned first, unsigned last) {
    return op >= first && op <= last;
}

static bool use_stays(Search *s, uint32_t k, uint32_t number) {
    const Insn *i = &s->w->function->code[k];
    unsigned op = insn_op(i);
    if (op_is_between(op, OP_LOAD8, OP_LOADX64) || op_is_between(op, OP_STORE8, OP_STOREX64))
        return number == 0;
    if (op == OP_MOV || op == OP_SELECT || op_is_between(op, OP_ADDI8, OP_ADDI64) || op == OP_LEA)
        return (op == OP_SELECT ? number > 0 : number == 0) &&
               own_address_stays(s, s->w->def_at[k]);
    if (op == OP_BUILTIN) return builtin_traits[i->b] & DRAWS_INPUT && number == 0;
    if (op == OP_CALL) return parameter_stays(s, &s->program->functions[i->imm], number);
    return op == OP_MISC && i->b == MISC_MEMSET && number == 0;
}

static bool own_address_stays(Search *s, uint32_t value) {
    const Flow *w = s->w;
    if (s->seen[value]) return true;
    s->seen[value] = true;
    for (uint32_t p = 0; p < w->nvalues - w->first_phi; p++)
        if (flow_phi_has(w, p, value) && !own_address_stays(s, w->first_phi + p)) return false;
    for (uint32_t k = 0; k < w->function->code_len; k = flow_next(w->function, k))
        for (uint32_t q = w->use_at[k]; q < w->use_at[k + 1]; q++)
            if (w->use[q] == value && !use_stays(s, k, q - w->use_at[k])) return false;
    return true;
}

bool own_memory_stays(const Program *p, const Function *f) {
    HashSet parameters = {0};
    Flow *w = flow_of(p, f);
    Search s = {p, &parameters, w, xcalloc(w->nvalues + 1, 1)};
    bool stays = !w->returns_twice;
    for (uint32_t k = 0; stays && k < f->code_len; k = flow_next(f, k)) {
        unsigned op = insn_op(&f->code[k]);
        if (op == OP_STACKADDR || op == OP_TLSADDR) stays = own_address_stays(&s, w->def_at[k]);
    }
    free(s.seen);
    flow_free(w);
    hash_set_free(&parameters);
    return stays;
}
