/* meaning.c — see meaning.h. */
#include "impact/match/meaning.h"
#include <stdlib.h>

enum { OF_NUMBER = 1, OF_FUNCTION, OF_GLOBAL, OF_ALONE, OF_CONTENT, OF_MESSAGE, OF_SWITCH };

/* --- counterparts ----------------------------------------------------------------------------- */

/* A named function or global, with the keys to compare, from the strictest on. */
#define KEYS 4
typedef struct Named {
    uint64_t base; /* hash of the name without a number at its end */
    uint64_t key[KEYS];
    uint32_t index;
    bool taken;
} Named;

/* Returns the length of a name without ".12" at its end. */
static size_t base_length(const char *name) {
    size_t n = strlen(name), k = n;
    while (k && name[k - 1] >= '0' && name[k - 1] <= '9') k--;
    return k && k < n && name[k - 1] == '.' ? k - 1 : n;
}

static int by_base(const void *a, const void *b) {
    const Named *x = a, *y = b;
    if (x->base != y->base) return x->base < y->base ? -1 : 1;
    return x->index < y->index ? -1 : x->index > y->index;
}

static const char *source_file_name(const Program *p, const Function *f) {
    const char *path = f->code_len && f->loc ? p->locs[f->loc[0]].file : "",
               *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static Named named_function(const Program *p, uint32_t index) {
    const Function *f = &p->functions[index];
    uint64_t file = hash_string(source_file_name(p, f)), code = f->code_len;
    for (uint32_t k = 0; k < f->code_len; k++) code = hash_combine(code, f->code[k].op);
    return (Named){.base = hash_bytes(f->name, base_length(f->name), 1),
                   .key = {hash_combine(file, code), file, hash_string(f->name), 0},
                   .index = index};
}

static const uint8_t *global_bytes(const Program *p, const Global *g) {
    return g->thread_local_ ? p->tls_image + g->address : p->image + (g->address - GLOBALS_BASE);
}

static Named named_global(const Program *p, uint32_t index) {
    const Global *g = &p->globals[index];
    uint64_t bytes = hash_bytes(global_bytes(p, g), g->size, g->size + g->thread_local_);
    return (Named){.base = hash_bytes(g->name, base_length(g->name), 2 + g->thread_local_),
                   .key = {bytes, hash_combine(hash_string(g->name), g->size), g->size, 0},
                   .index = index};
}

/* Pairs the functions or globals of one base name on both sides. */
static void pair_group(Named *old, size_t nold, Named *new, size_t nnew, uint32_t *to_new,
                       uint32_t *to_old) {
    /* Larger groups are pieces of generated code: their order suffices, and is quick. */
    for (unsigned key = nold * nnew > 1u << 20 ? KEYS - 1 : 0; key < KEYS; key++) {
        size_t from = 0;
        for (size_t k = 0; k < nold; k++) {
            if (old[k].taken) continue;
            size_t n = key == KEYS - 1 ? from : 0;
            while (n < nnew && (new[n].taken || old[k].key[key] != new[n].key[key])) n++;
            if (key == KEYS - 1) from = n;
            if (n == nnew) continue;
            old[k].taken = new[n].taken = true;
            to_new[old[k].index] = new[n].index;
            to_old[new[n].index] = old[k].index;
        }
    }
}

static void pair_named(Named *old, size_t nold, Named *new, size_t nnew, uint32_t *to_new,
                       uint32_t *to_old) {
    if (nold) qsort(old, nold, sizeof *old, by_base);
    if (nnew) qsort(new, nnew, sizeof *new, by_base);
    for (size_t a = 0, b = 0; a < nold && b < nnew;) {
        if (old[a].base != new[b].base) {
            if (old[a].base < new[b].base)
                a++;
            else
                b++;
            continue;
        }
        size_t ea = a, eb = b;
        while (ea < nold && old[ea].base == old[a].base) ea++;
        while (eb < nnew && new[eb].base == new[b].base) eb++;
        pair_group(old + a, ea - a, new + b, eb - b, to_new, to_old);
        a = ea;
        b = eb;
    }
}

typedef Named Describe(const Program *p, uint32_t index);

static void find_counterparts(const Meanings *m, bool globals, uint32_t *to[2]) {
    Named *list[2];
    size_t n[2] = {0, 0};
    for (int side = 0; side < 2; side++) {
        const Program *p = m->program[side];
        uint32_t count = globals ? p->nglobals : p->nfunctions;
        to[side] = xmalloc((count + 1) * sizeof **to);
        list[side] = xcalloc(count + 1, sizeof **list);
        for (uint32_t k = 0; k < count; k++) {
            to[side][k] = MEANING_NONE;
            if (globals && meaning_is_anonymous(&p->globals[k])) continue;
            list[side][n[side]++] = globals ? named_global(p, k) : named_function(p, k);
        }
    }
    pair_named(list[0], n[0], list[1], n[1], to[0], to[1]);
    free(list[0]);
    free(list[1]);
}

/* Returns equal numbers for counterparts, and unique ones for the others. */
static uint64_t *names_for(uint32_t *const to[2], Side side, uint32_t n, uint64_t kind) {
    uint64_t *out = xcalloc(n + 1, sizeof *out);
    for (uint32_t k = 0; k < n; k++) {
        uint32_t other = to[side][k];
        out[k] = other == MEANING_NONE ? hash_combine(hash_combine(kind, OF_ALONE + 100 * side), k)
                                       : hash_combine(kind, side == SIDE_OLD ? k : other);
    }
    return out;
}

Meanings *meanings_of(const Program *old, const Program *new) {
    Meanings *m = xcalloc(1, sizeof *m);
    m->program[SIDE_OLD] = old;
    m->program[SIDE_NEW] = new;
    find_counterparts(m, false, m->function_to);
    find_counterparts(m, true, m->global_to);
    for (int side = 0; side < 2; side++) {
        const Program *p = m->program[side];
        m->function_name[side] = names_for(m->function_to, (Side)side, p->nfunctions, OF_FUNCTION);
        m->global_name[side] = names_for(m->global_to, (Side)side, p->nglobals, OF_GLOBAL);
        m->content[side] = xcalloc(p->nglobals + 1, sizeof(uint64_t));
    }
    return m;
}

void meanings_free(Meanings *m) {
    if (!m) return;
    for (int side = 0; side < 2; side++) {
        free(m->function_to[side]);
        free(m->global_to[side]);
        free(m->function_name[side]);
        free(m->global_name[side]);
        free(m->content[side]);
    }
    free(m);
}

/* --- numbers ---------------------------------------------------------------------------------- */

bool meaning_is_anonymous(const Global *g) { return g->name[0] == '.' || !g->name[0]; }

/* Returns the global that an address belongs to; between two, the nearer one. */
static uint32_t nearest_global(const Program *p, uint64_t address) {
    const Global *g = program_global_at(p, address);
    uint32_t k = g ? (uint32_t)(g - p->globals) : 0;
    if (g && address <= g->address + g->size) return k;
    uint32_t next = g ? k + 1 : 0;
    if (next >= p->nglobals || p->globals[next].thread_local_) return g ? k : MEANING_NONE;
    if (!g) return next;
    return p->globals[next].address - address < address - (g->address + g->size) ? next : k;
}

static uint64_t meaning_of_global(Meanings *m, Side side, uint32_t k) {
    return meaning_is_anonymous(&m->program[side]->globals[k]) ? meaning_of_content(m, side, k)
                                                               : m->global_name[side][k];
}

uint64_t meaning_of_number(Meanings *m, Side side, uint64_t number) {
    const Program *p = m->program[side];
    const Function *f = program_function_at(p, number);
    if (f) return hash_combine(OF_FUNCTION, m->function_name[side][f - p->functions]);
    if (number >= GLOBALS_BASE && number < GLOBALS_BASE + p->image_size) {
        uint32_t k = nearest_global(p, number);
        if (k != MEANING_NONE)
            return hash_combine(hash_combine(OF_GLOBAL, meaning_of_global(m, side, k)),
                                number - p->globals[k].address);
    }
    return hash_combine(OF_NUMBER, number);
}

uint64_t meaning_of_content(Meanings *m, Side side, uint32_t global) {
    uint64_t *known = &m->content[side][global];
    if (*known) return *known;
    *known = 1;
    const Program *p = m->program[side];
    const Global *g = &p->globals[global];
    const uint8_t *bytes = global_bytes(p, g);
    uint64_t h = hash_combine(OF_CONTENT, g->size), at = 0;
    for (; at + 8 <= g->size; at += 8) {
        uint64_t word;
        memcpy(&word, bytes + at, 8);
        if (!word) continue;
        h = hash_combine(hash_combine(h, at), meaning_of_number(m, side, word));
    }
    h = hash_bytes(bytes + at, g->size - at, h);
    return *known = h | 2;
}

const Global *meaning_thread_local(const Program *p, uint64_t offset) {
    for (uint32_t k = p->nglobals; k > 0 && p->globals[k - 1].thread_local_; k--)
        if (p->globals[k - 1].address <= offset) return &p->globals[k - 1];
    return NULL;
}

int meaning_stack_object(const Function *f, uint64_t offset) {
    for (uint32_t k = 0; k < f->nobjects; k++)
        if (offset >= f->objects[k].offset &&
            offset < (uint64_t)f->objects[k].offset + MAX(f->objects[k].size, 1))
            return (int)k;
    return -1;
}

/* --- instructions ----------------------------------------------------------------------------- */

static uint64_t meaning_of_switch(const Program *p, uint64_t index) {
    const SwitchTable *t = &p->switches[index];
    return hash_bytes(t->value, t->len * sizeof *t->value, OF_SWITCH);
}

static uint64_t meaning_of_offset(Meanings *m, Side side, const Function *f, const Insn *i) {
    if (insn_op(i) == OP_STACKADDR) {
        int k = meaning_stack_object(f, i->imm);
        if (k < 0) return hash_combine(OF_NUMBER, i->imm);
        return hash_combine(f->objects[k].size, i->imm - f->objects[k].offset);
    }
    const Global *g = meaning_thread_local(m->program[side], i->imm);
    if (!g) return hash_combine(OF_NUMBER, i->imm);
    return hash_combine(m->global_name[side][g - m->program[side]->globals], i->imm - g->address);
}

static uint64_t meaning_of_immediate(Meanings *m, Side side, const Function *f, const Insn *i) {
    const Program *p = m->program[side];
    unsigned op = insn_op(i);
    uint8_t flags = op_flags[op];
    if (op == OP_CALL || op == OP_BUILTIN) return m->function_name[side][i->imm];
    if (op == OP_MISSING) return hash_combine(OF_MESSAGE, hash_string(p->messages[i->imm]));
    if (op == OP_SWITCH) return meaning_of_switch(p, i->imm);
    if (op == OP_STACKADDR || op == OP_TLSADDR) return meaning_of_offset(m, side, f, i);
    if (flags & F_BRANCH)
        return op >= OP_BEQ && (op - OP_BEQ) % 2
                   ? meaning_of_number(m, side, (uint64_t)(int64_t)(int32_t)i->imm)
                   : 0;
    if (flags & F_I) return 0;
    if (op == OP_LEA || (op >= OP_LOADX8 && op <= OP_LOADX64) ||
        (op >= OP_STOREX8 && op <= OP_STOREX64))
        return hash_combine((uint32_t)i->imm,
                            meaning_of_number(m, side, (uint64_t)(int64_t)(int32_t)(i->imm >> 32)));
    return flags & F_LIST ? i->imm : meaning_of_number(m, side, i->imm);
}

uint64_t meaning_of_insn(Meanings *m, Side side, const Function *f, uint32_t k) {
    const Insn *i = &f->code[k];
    unsigned op = insn_op(i);
    uint64_t h = hash_combine(op, meaning_of_immediate(m, side, f, i));
    if (op_flags[op] & F_LIST)
        h = hash_combine(h, i->b | (uint64_t)i->d << 16 | (uint64_t)i->a << 32);
    return h;
}
