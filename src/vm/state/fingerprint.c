/* fingerprint.c — see fingerprint.h. */
#include "vm/state/fingerprint.h"
#include "program/code_name.h"
#include "vm/memory/range.h"
#include "vm/state/thread_time.h"
#include "vm/system/interrupt.h"
#include <stdlib.h>

/* --- memory ----------------------------------------------------------------------------------- */

typedef struct MemorySum {
    const Machine *m;
    Fingerprint sum;
} MemorySum;

/* The sum over memory is by bytes, since threads may own bytes of one word. An addressable byte
 * counts as a number from 1 to 256 (in large heap blocks from 0 to 255), any other byte as 0. The
 * number is multiplied by a factor for its word and one for its place in the word. */
static const uint64_t byte_factor[2][8] = {
    {0x8f1bbcdcbfa53e0bull, 0xca62c1d6a09e667full, 0x3c6ef372fe94f82bull, 0xa54ff53a5f1d36f1ull,
     0x510e527fade682d1ull, 0x9b05688c2b3e6c1full, 0x1f83d9abfb41bd6bull, 0x5be0cd19137e2179ull},
    {0xcbbb9d5dc1059ed9ull, 0x629a292a367cd507ull, 0x9159015a3070dd17ull, 0x152fecd8f70e5939ull,
     0x67332667ffc00b31ull, 0x8eb44a8768581511ull, 0xdb0c2e0d64f98fa7ull, 0x47b5481dbefa4fa5ull}};

/* Returns the number of a byte in a sum: its value, plus `there` if it is addressable. A byte that
 * was never written has a number that no written one has. */
static inline uint64_t byte_number(const uint8_t *data, const uint8_t *valid,
                                   const uint8_t *undefined, unsigned k, uint64_t there) {
    if (!(valid[k >> 3] >> (k & 7) & 1)) return 0;
    if (undefined && undefined[k >> 3] >> (k & 7) & 1) return 256 + there;
    return data[k] + there;
}

static void fingerprint_changed_line(void *context, uint64_t line, const MemoryLine *old) {
    MemorySum *s = context;
    const Memory *mem = s->m->memory;
    const uint8_t *now = mem->base + line * 64, *valid = mem->valid + line * 8;
    const uint8_t *undefined = mem->tracks_undefined ? mem->undefined + line * 8 : NULL;
    uint64_t there = !memory_in_block(mem, line); /* added to the value of an addressable byte */
    for (unsigned k = 0; k < 8; k++) {
        if (!memcmp(old->data + 8 * k, now + 8 * k, 8) && old->valid[k] == valid[k] &&
            (!undefined || old->undefined[k] == undefined[k]))
            continue;
        uint64_t word = line * 8 + k, a = 0, b = 0;
        if (machine_is_unlogged(s->m, word << 3, (word + 1) << 3)) continue;
        /* Mostly all bytes were addressable, and written, and are. */
        bool plain = valid[k] == 255 && old->valid[k] == 255 &&
                     (!undefined || !(undefined[k] | old->undefined[k])) &&
                     !(s->m->unread && word * 8 - GLOBALS_BASE < s->m->program->image_size);
        for (unsigned j = 0; j < 8 && plain; j++) {
            uint64_t change = (uint64_t)now[8 * k + j] - old->data[8 * k + j];
            a += change * byte_factor[0][j];
            b += change * byte_factor[1][j];
        }
        for (unsigned j = 0; j < 8 && !plain; j++) {
            if (unlikely(s->m->unread) && machine_is_unread(s->m, word * 8 + j)) continue;
            uint64_t change = byte_number(now, valid, undefined, 8 * k + j, there) -
                              byte_number(old->data, old->valid, undefined ? old->undefined : NULL,
                                          8 * k + j, there);
            a += change * byte_factor[0][j];
            b += change * byte_factor[1][j];
        }
        uint64_t x = hash_mix(piece(PIECE_WORD, word) * 0x9e3779b97f4a7c15ull);
        s->sum.a += a * (x | 1);
        s->sum.b += b * (hash_mix(x + 0xda942042e4dd58b5ull) | 1);
    }
}

Fingerprint fingerprint_bytes(uint64_t address, const uint8_t *bytes, uint64_t size) {
    Fingerprint sum = {0, 0};
    for (uint64_t k = 0; k < size; k++) {
        uint64_t x = hash_mix(piece(PIECE_WORD, (address + k) >> 3) * 0x9e3779b97f4a7c15ull),
                 value = bytes[k] + 1u;
        unsigned j = (address + k) & 7;
        sum.a += value * byte_factor[0][j] * (x | 1);
        sum.b += value * byte_factor[1][j] * (hash_mix(x + 0xda942042e4dd58b5ull) | 1);
    }
    return sum;
}

Fingerprint fingerprint_memory(const Machine *m, TrailMark mark) {
    MemorySum s = {.m = m};
    /* When a run is stopped, its memory is not compared any more, and much of it may have
     * changed. */
    if (!m->stop_now) memory_changed_lines(m->memory, mark, fingerprint_changed_line, &s);
    return s.sum;
}

/* Lines as they were at a mark. */
typedef struct OldLines {
    Index by_line; /* positions in the two lists */
    VEC(uint64_t) line;
    VEC(MemoryLine) old;
    bool tracks_undefined;
} OldLines;

/* Records come newest first, so the last record of a line is the oldest. */
static void note_line(void *context, uint64_t line, const MemoryLine *old) {
    OldLines *all = context;
    uint64_t hash = hash_mix(line);
    uint32_t number = index_find(&all->by_line, hash, n, all->line.data[n] == line);
    if (number == INDEX_NONE) {
        number = (uint32_t)all->line.len;
        index_add(&all->by_line, hash, number);
        vec_push(&all->line, line);
        vec_reserve(&all->old, all->old.len + 1);
        all->old.len++;
    }
    MemoryLine *kept = &all->old.data[number];
    memset(kept, 0, sizeof *kept);
    memcpy(kept, old, all->tracks_undefined ? sizeof *kept : offsetof(MemoryLine, undefined));
}

Fingerprint fingerprint_memory_since(const Machine *m, TrailMark mark) {
    MemorySum s = {.m = m};
    OldLines all = {.tracks_undefined = m->memory->tracks_undefined};
    memory_changed_lines(m->memory, mark, note_line, &all);
    for (size_t k = 0; k < all.line.len; k++)
        fingerprint_changed_line(&s, all.line.data[k], &all.old.data[k]);
    index_free(&all.by_line);
    vec_free(&all.line);
    vec_free(&all.old);
    return s.sum;
}

/* --- threads ---------------------------------------------------------------------------------- */

/* Adds the place of a frame: the function and the instruction. With names of code, adds the name of
 * what follows and returns it; its registers have numbers there. */
static const CodeName *mix_code(Machine *m, const Function *f, const Insn *at, const Insn *call,
                                Fingerprint *out) {
    if (!m->code_names) {
        fingerprint_mix(out, (uint64_t)(f - m->program->functions) << 32 |
                                 (uint64_t)((call ? call : at) - f->code));
        return NULL;
    }
    const CodeName *name = code_name_at(m->code_names, f, at, call);
    fingerprint_mix(out, name->own_a);
    fingerprint_mix(out, name->own_b);
    return name;
}

static void mix_named_registers(const Thread *t, const Frame *f, const uint64_t *live,
                                const CodeName *name, unsigned results, Fingerprint *out) {
    for (uint32_t n = results; n < name->nregs; n++) {
        unsigned r = name->reg[n];
        if (!(live[r >> 6] >> (r & 63) & 1)) continue;
        const Expr *e = f->symbolic ? t->sym[f->base + r] : NULL;
        fingerprint_mix(out, n);
        fingerprint_mix(out, e ? 0x5e5e5e5e5e5e5e5eull : t->regs[f->base + r]);
    }
}

static void mix_registers(Machine *m, const Thread *t, const Frame *f, const uint64_t *live,
                          const Insn *call, Fingerprint *out) {
    unsigned n = f->function->nregs;
    for (unsigned w = 0; w * 64 < n; w++)
        for (uint64_t bits = live[w]; bits; bits &= bits - 1) {
            unsigned r = w * 64 + (unsigned)__builtin_ctzll(bits);
            if (r >= n) break;
            bool result = false;
            for (unsigned k = 0; call && k < call->d && !result; k++)
                result = insn_slots(call)[k] == r;
            if (result) continue;
            const Expr *e = f->symbolic ? t->sym[f->base + r] : NULL;
            fingerprint_mix(out, r);
            fingerprint_mix(out, e ? 0x5e5e5e5e5e5e5e5eull : t->regs[f->base + r]);
        }
    (void)m;
}

/* Adds a frame that waits for a call to return. It does not change before that. */
static void mix_caller(Machine *m, const Thread *t, uint32_t index, Fingerprint *out) {
    const Frame *f = &t->frames[index];
    const Insn *call = t->frames[index + 1].call;
    const Function *g = f->function;
    bool again = t->frames[index + 1].ending >= 2; /* the call instruction is executed once more */
    const CodeName *name =
        mix_code(m, g, again ? call : insn_next_list(call), again ? NULL : call, out);
    fingerprint_mix_frame(out, f);
    if (name) {
        mix_named_registers(
            t, f, again ? liveness_before(m, g, call) : liveness_before(m, g, insn_next_list(call)),
            name, again ? 0 : call->d, out);
        return;
    }
    mix_registers(m, t, f,
                  again ? liveness_before(m, g, call) : liveness_before(m, g, insn_next_list(call)),
                  again ? NULL : call, out);
}

#define SAMPLE 16 /* one of so many chains, and sets of accesses, is computed again */

/* Checks the kept hashes of the frames below the top: no frame changed without being marked. */
static void check_chain(Machine *m, const Thread *t, Fingerprint kept) {
    static _Thread_local uint64_t n;
    Fingerprint chain = {0x1234, 0x4321};
    if (++n % SAMPLE) return;
    for (uint32_t k = 0; k < t->top; k++) {
        invariant(t->frames[k].chained);
        mix_caller(m, t, k, &chain);
        invariant(fingerprint_same(chain, t->frames[k].chain));
    }
    invariant(fingerprint_same(chain, kept));
}

static void mix_frames(Machine *m, const Thread *t, Fingerprint *out) {
    /* Frames below the top change only when they are returned into, so their chain of hashes is
     * kept. */
    uint32_t from = t->top;
    while (from > 0 && !t->frames[from - 1].chained) from--;
    Fingerprint chain = from ? t->frames[from - 1].chain : (Fingerprint){0x1234, 0x4321};
    for (uint32_t k = from; k < t->top; k++) {
        mix_caller(m, t, k, &chain);
        t->frames[k].chain = chain;
        t->frames[k].chained = true;
    }
    if (unlikely(base_invariants)) check_chain(m, t, chain);
    fingerprint_mix(out, chain.a);
    fingerprint_mix(out, chain.b);
    const Frame *top = &t->frames[t->top];
    const CodeName *name = mix_code(m, top->function, t->pc, NULL, out);
    fingerprint_mix_frame(out, top);
    if (name)
        mix_named_registers(t, top, liveness_before(m, top->function, t->pc), name, 0, out);
    else
        mix_registers(m, t, top, liveness_before(m, top->function, t->pc), NULL, out);
}

Fingerprint fingerprint_place(Machine *m, const Thread *t) {
    Fingerprint f = {t->status, t->status == THREAD_READY ? t->pending.kind : 0};
    if (t->status == THREAD_READY) mix_frames(m, t, &f);
    return f;
}

#ifdef HEDDLE_VERIFY_FINGERPRINTS
bool state_is_hidden(const char *name) {
    const char *hidden = getenv("HEDDLE_VERIFY_HIDE");
    return hidden && !strcmp(hidden, name);
}
#endif

#define MIX_VALUE(type, name) \
    if (!state_is_hidden(#name)) fingerprint_mix(f, (uint64_t)x->name);
void fingerprint_mix_frame(Fingerprint *f, const Frame *x) { STATE_VALUES(FRAME_STATE, MIX_VALUE) }
static void mix_heap(Fingerprint *f, const Heap *x) { STATE_VALUES(HEAP_STATE, MIX_VALUE) }
static void mix_values(Fingerprint *f, const Thread *x) { STATE_VALUES(THREAD_STATE, MIX_VALUE) }

void fingerprint_mix_progress(Fingerprint *f, const Thread *t) {
    mix_values(f, t);
    if (t->got) fingerprint_mix(f, t->got->hash);
    if (t->holding) fingerprint_mix(f, t->held_expr ? 0x5e5e5e5e5e5e5e5eull : t->held);
    for (uint32_t k = 0; k < t->ndecisions; k++) fingerprint_mix(f, 2 + t->decisions[k]);
    mix_heap(f, t->heap);
}

void fingerprint_mix_joined(const Machine *m, Fingerprint *f, const Thread *t) {
    fingerprint_mix(f, (uint64_t)t->joined_children);
    for (int32_t k = t->first_joined; k; k = m->threads[k - 1]->next_joined) {
        const Thread *child = m->threads[k - 1];
        fingerprint_mix(f, (uint64_t)k);
        fingerprint_mix(f, child->draws);
        if (m->options.max_threads) fingerprint_mix(f, child->unjoined);
        mix_heap(f, child->heap);
        if (child->joined_children) fingerprint_mix_joined(m, f, child);
    }
}

Fingerprint fingerprint_left(const Machine *m, const Thread *t) {
    Fingerprint f = {t->draws, m->options.max_threads ? t->unjoined : 0};
    if (!f.a && !f.b && !t->heap->nblocks && !t->joined_children) return f;
    mix_heap(&f, t->heap);
    fingerprint_mix_joined(m, &f, t);
    return fragment(piece(PIECE_LEFT, (uint64_t)(uint32_t)t->slot), hash_combine(f.a, f.b));
}

Fingerprint fingerprint_thread(Machine *m, const Thread *t) {
    Fingerprint f = {t->region, ~t->region};
    fingerprint_mix(&f, t->status);
    if (t->status != THREAD_READY) {
        if (t->status == THREAD_EXITED) return (Fingerprint){0, 0};
        return f;
    }
    const Operation *o = &t->pending;
    /* PIECE_NOTIFIED distinguishes sleeping threads from notified ones. A thread that woke without
     * a notification continues like a notified one, unless it learns of that. */
    bool sleeps = o->kind == OPERATION_WAKE || o->kind == OPERATION_TIMEOUT;
    fingerprint_mix(&f, sleeps ? OPERATION_WAKE : o->kind);
    if (sleeps) {
        fingerprint_mix(&f, o->object);
        fingerprint_mix(&f, o->mutex);
        fingerprint_mix(&f, (uint64_t)t->waited_count << 1 | interrupt_shows_alone(m, t));
    }
    fingerprint_mix_progress(&f, t);
    fingerprint_mix(&f, thread_time_state(m, t));
    if (m->options.max_threads) fingerprint_mix(&f, t->unjoined);
    /* The numbers of its next children, and where the memory of these goes on. A program can tell
     * which number is given again, and when, however few children were joined so far. */
    if (t->joined_children) fingerprint_mix_joined(m, &f, t);
    mix_frames(m, t, &f);
    return f;
}

/* Visits the expressions of one frame, with the registers' numbers in the name of the code. */
static void visit_named(Machine *m, const Thread *t, uint32_t k, const uint64_t *live,
                        void (*visit)(void *context, uint64_t where, const Expr *e),
                        void *context) {
    const Frame *f = &t->frames[k];
    const Insn *call = k < t->top ? t->frames[k + 1].call : NULL;
    bool again = call && t->frames[k + 1].ending >= 2;
    const CodeName *name = code_name_at(m->code_names, f->function,
                                        !call   ? t->pc
                                        : again ? call
                                                : insn_next_list(call),
                                        again ? NULL : call);
    for (uint32_t n = call && !again ? call->d : 0; n < name->nregs; n++) {
        unsigned r = name->reg[n];
        if (live[r >> 6] >> (r & 63) & 1 && t->sym[f->base + r])
            visit(context, (t->region << 16) + 2 + ((uint64_t)k << 8) + n, t->sym[f->base + r]);
    }
}

void fingerprint_expressions(Machine *m, const Thread *t,
                             void (*visit)(void *context, uint64_t where, const Expr *e),
                             void *context) {
    if (t->status != THREAD_READY) return;
    if (t->holding && t->held_expr) visit(context, (t->region << 16) + 1, t->held_expr);
    for (uint32_t k = 0; k <= t->top; k++) {
        const Frame *f = &t->frames[k];
        if (!f->symbolic) continue;
        const Insn *call = k < t->top ? t->frames[k + 1].call : NULL;
        const uint64_t *live =
            liveness_before(m, f->function,
                            !call                          ? t->pc
                            : t->frames[k + 1].ending >= 2 ? call
                                                           : insn_next_list(call));
        if (m->code_names) {
            visit_named(m, t, k, live, visit, context);
            continue;
        }
        for (unsigned r = 0; r < f->function->nregs; r++)
            if ((live[r >> 6] >> (r & 63) & 1) && t->sym[f->base + r])
                visit(context, (t->region << 16) + 2 + f->base + r, t->sym[f->base + r]);
    }
}

static inline uint64_t access_key(const LogEntry *l) {
    uint64_t key = l->word << 1 | l->vague;
    return l->words > 1 ? hash_combine(key, l->words) : key;
}

/* The accesses of a set to one word. */
typedef struct WordAccess {
    uint64_t key; /* of the word, + 1; 0: none */
    uint8_t reads, writes;
} WordAccess;

static uint64_t word_hash(uint64_t key, uint8_t reads, uint8_t writes) {
    /* A read counts for nothing beside a write of the same byte, which conflicts with all that the
     * read conflicts with. */
    reads &= (uint8_t)~writes;
    return hash_mix(hash_mix(key) + ((uint64_t)reads << 8 | writes));
}

static uint64_t sum_of_accesses(const LogEntry *all, size_t n) {
    if (!n) return 0;
    WordAccess few[64], *table = few;
    size_t cap = 8;
    while (cap < 2 * n) cap *= 2;
    if (cap > ARRAY_LEN(few))
        table = xcalloc(cap, sizeof *table);
    else
        memset(few, 0, cap * sizeof *few);
    for (size_t k = 0; k < n; k++) {
        uint64_t key = access_key(&all[k]) + 1;
        size_t i = hash_mix(key) & (cap - 1);
        while (table[i].key && table[i].key != key) i = (i + 1) & (cap - 1);
        table[i].key = key;
        table[i].reads |= all[k].reads;
        table[i].writes |= all[k].writes;
    }
    uint64_t sum = 0;
    for (size_t i = 0; i < cap; i++)
        if (table[i].key) sum += word_hash(table[i].key - 1, table[i].reads, table[i].writes);
    if (table != few) free(table);
    return sum;
}

#define FEW_ACCESSES 32

/* Checks that the order of accesses and their number for each word make no difference. */
static void check_sum(const LogEntry *all, size_t n, uint64_t sum) {
    static _Thread_local uint64_t calls;
    LogEntry again[2 * FEW_ACCESSES];
    if (++calls % SAMPLE || n > FEW_ACCESSES) return;
    for (size_t k = 0; k < n; k++) again[k] = again[2 * n - 1 - k] = all[n - 1 - k];
    invariant(sum_of_accesses(again, 2 * n) == sum);
}

uint64_t fingerprint_open_accesses(const LogEntry *all, size_t n) {
    uint64_t sum = sum_of_accesses(all, n);
    if (unlikely(base_invariants)) check_sum(all, n, sum);
    return sum;
}
