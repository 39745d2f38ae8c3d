/* program.c — tables of instructions, look-ups and the text of code. See program.h. */
#include "program/program.h"
#include <stdio.h>
#include <stdlib.h>

const uint16_t op_flags[OP_COUNT] = {
#define OP(name, flags) [OP_##name] = F_COMPUTES | (flags),
#define DO(name, flags) [OP_##name] = flags,
    OPCODES(OP, DO) PREDICATES(CMP_OP) PREDICATES(CBR_OP)
#undef OP
#undef DO
};

const char *const op_names[OP_COUNT] = {
#define OP(name, flags) [OP_##name] = #name,
    OPCODES(OP, OP) PREDICATES(CMP_OP) PREDICATES(CBR_OP)
#undef OP
};

const uint16_t fused_first[FUSED_END - OP_COUNT] = {
#define FUSED(name, first, second) OP_##first,
    FUSED_ALL
#undef FUSED
};

static const struct {
    uint16_t first, second, fused;
} fusions[] = {
#define FUSED(name, first, second) {OP_##first, OP_##second, FUSED_##name},
    FUSED_ALL
#undef FUSED
};

void fuse_instructions(Insn *code, uint32_t len) {
    for (uint32_t k = 0; k + 1 < len;) {
        Insn *a = &code[k], *b = &code[k + 1];
        if (op_flags[a->op] & F_LIST) {
            k += 1 + insn_slot_count(a);
            continue;
        }
        uint8_t reads = op_flags[b->op];
        bool forwards = ((reads & F_A) && b->a == a->d) || ((reads & F_B) && b->b == a->d) ||
                        a->op == OP_MOV || b->op == OP_MOV || b->op == OP_JMP;
        /* Branches compare the first operand; indexed loads take the base or the index. */
        if (b->op >= OP_BEQ) forwards = b->a == a->d;
        /* LOAD64, LOAD8, branch: see FUSE_SCAN. Its table entry names the first and the last. */
        const Insn *c = k + 2 < len ? b + 1 : NULL;
        if (c && a->op == OP_LOAD64 && b->op == OP_LOAD8 && b->a == a->d && c->op >= OP_BEQ &&
            c->op < OP_COUNT && (c->op - OP_BEQ) % 2 == 1 && c->a == b->d) {
            for (size_t n = 0; n < ARRAY_LEN(fusions) && a->op < OP_COUNT; n++)
                if (fusions[n].first == OP_LOAD64 && fusions[n].second == c->op &&
                    fusions[n].fused <= FUSED_SCAN_LAST)
                    a->op = fusions[n].fused;
            k += 3;
            continue;
        }
        if (b->op == OP_STORE64 || b->op == OP_STORE32) forwards = b->b == a->d && b->a != a->d;
        if (b->op == OP_LOAD8 || b->op == OP_LOAD32 || b->op == OP_LOAD64) forwards = b->a == a->d;
        if (!(reads & F_LIST) && forwards)
            for (size_t n = 0; n < ARRAY_LEN(fusions); n++)
                if (fusions[n].fused > FUSED_SCAN_LAST && fusions[n].first == a->op &&
                    fusions[n].second == b->op) {
                    a->op = fusions[n].fused;
                    break;
                }
        k += a->op >= OP_COUNT ? 2 : 1;
    }
}

const char *const builtin_names[] = {"",
#define B(n, traits) #n,
                                     BUILTINS(B)
#undef B
                                         NULL};

const Traits builtin_traits[BUILTIN_COUNT] = {
#define B(n, traits) [BUILTIN_##n] = traits,
    BUILTINS(B) C_BUILTINS(B)
#undef B
};

const Traits misc_traits[] = {
#define C(name) [MISC_##name] = REGISTERS_ONLY | ANY_THREAD,
#define M(name, traits) [MISC_##name] = traits,
    MISC_COMPUTES(C) MISC_OPS(M)
#undef C
#undef M
};

const Global *program_global_named(const Program *p, const char *name) {
    for (uint32_t k = 0; k < p->nglobals; k++)
        if (!strcmp(p->globals[k].name, name)) return &p->globals[k];
    return NULL;
}

bool program_set_global(Program *p, const char *name, const void *value, size_t size) {
    const Global *g = program_global_named(p, name);
    if (!g || g->thread_local_ || g->size != size) return false;
    memcpy(p->image + (g->address - GLOBALS_BASE), value, size);
    return true;
}

uint64_t program_thread_image(const Program *p) {
    uint64_t h = hash_bytes(p->tls_image, p->tls_size, p->tls_size);
    for (uint32_t k = 0; k < p->nglobals; k++)
        if (p->globals[k].thread_local_)
            h = hash_combine(h,
                             hash_combine(hash_string(p->globals[k].name), p->globals[k].address));
    return h;
}

void program_free(Program *p) {
    if (!p) return;
    if (!p->file) {
        free(p->locs);
        free(p->switches);
        free(p->messages);
        arena_free(p->arena);
    }
    free(p->file);
    free(p->image);
    free(p->tls_image);
    free(p);
}

bool function_keeps(const Function *f, Traits promises) {
    return f->library && library_function_has(f->name, promises);
}

const Function *program_function_at(const Program *p, uint64_t address) {
    if (address < FUNCTION_BASE || (address - FUNCTION_BASE) % FUNCTION_STEP) return NULL;
    uint64_t k = (address - FUNCTION_BASE) / FUNCTION_STEP;
    return k < p->nfunctions ? &p->functions[k] : NULL;
}

uint64_t program_symbol(const Program *p, const char *name) {
    for (uint32_t k = 0; k < p->nfunctions; k++)
        if (p->functions[k].external && p->functions[k].code && !strcmp(p->functions[k].name, name))
            return p->functions[k].address;
    const Global *g = program_global_named(p, name);
    return g && g->external && !g->thread_local_ ? g->address : 0;
}

uint64_t program_names_sum(const Program *p) {
    uint64_t sum = 1;
    bool asks = false;
    for (uint32_t k = 0; k < p->nfunctions; k++) {
        const Function *f = &p->functions[k];
        if (!f->code) continue;
        asks |= !strcmp(f->name, "dlsym");
        if (f->external) sum += hash_mix(hash_string(f->name));
    }
    for (uint32_t k = 0; asks && k < p->nglobals; k++) {
        const Global *g = &p->globals[k];
        if (g->external && !g->thread_local_) sum += hash_mix(~hash_string(g->name));
    }
    return asks ? sum : 0;
}

const Global *program_global_at(const Program *p, uint64_t address) {
    const Global *best = NULL;
    size_t low = 0, high = p->nglobals;
    while (low < high) {
        size_t mid = (low + high) / 2;
        if (!p->globals[mid].thread_local_ && p->globals[mid].address <= address) {
            best = &p->globals[mid];
            low = mid + 1;
        } else
            high = mid;
    }
    return best;
}

bool program_dump(const Program *p, const char *function, void *file) {
    FILE *out = file;
    bool any = false;
    for (uint32_t k = 0; k < p->nfunctions; k++) {
        const Function *f = &p->functions[k];
        if (!f->code || (function && strcmp(function, f->name))) continue;
        any = true;
        fprintf(out, "%s: %u registers, %u parameters, %u bytes of frame\n", f->name, f->nregs,
                f->nparams, f->frame_bytes);
        for (uint32_t n = 0; n < f->code_len;) {
            const Insn *i = &f->code[n];
            unsigned op = insn_op(i);
            uint8_t fl = op_flags[op];
            const Loc *loc = &p->locs[f->loc[n]];
            fprintf(out, "  %4u  %-10s", n, op_names[op]);
            if (fl & F_LIST) {
                const uint16_t *s = insn_slots(i);
                for (unsigned q = 0; q < i->d; q++) fprintf(out, " r%u", s[q]);
                fprintf(out, " <-");
                for (unsigned q = 0; q < i->a; q++) fprintf(out, " r%u", s[i->d + q]);
                fprintf(out, " sub %u imm %llu", i->b, (unsigned long long)i->imm);
                if (i->op == OP_CALL || i->op == OP_BUILTIN)
                    fprintf(out, " (%s)", p->functions[i->imm].name);
                n += 1 + insn_slot_count(i);
            } else {
                if (fl & (F_W | F_D)) fprintf(out, " d=r%u", i->d);
                if (fl & F_A) fprintf(out, " a=r%u", i->a);
                if (fl & F_B) fprintf(out, " b=r%u", i->b);
                if (fl & F_BRANCH)
                    fprintf(out, " imm=%d -> %u", (int32_t)i->imm, n + (uint32_t)(i->imm >> 32));
                else
                    fprintf(out, " imm=0x%llx", (unsigned long long)i->imm);
                n++;
            }
            fprintf(out, "   ; %s:%u\n", loc->file, loc->line);
        }
    }
    return any;
}
