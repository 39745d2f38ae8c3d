/*
 * contract.c — see contract.h. Each slice leaves what it touched of the kernel's memory on a list
 * that follows the path: the list changes through the trail, so that undo and redo have it right.
 */
#include "audit/contract.h"
#include "base/tables/index.h"
#include "os/operations.h"
#include "program/program.h"
#include "vm/interpreter/execution.h"
#include "vm/memory/access_log.h"
#include "vm/memory/visible.h"
#include <stdio.h>
#include <stdlib.h>

#define LONGEST_PATH 65536 /* later steps are not checked */

typedef struct Touch {
    uint64_t word;
    uint8_t reads, writes; /* bytes */
    uint32_t loc;
} Touch;

/* What an event touched: a piece of a system call, or an access outside of pieces that is an event
 * of its own. Equal ones exist once. */
typedef struct Touches {
    int32_t thread;
    uint32_t index;         /* of the event */
    const KernelCall *call; /* NULL: no piece */
    uint64_t hash;
    uint32_t n;
    Touch touch[]; /* ascending by word */
} Touches;

typedef struct Contract {
    Arena *arena;
    VEC(const Touches *) known;
    Index index; /* of `known` */
    const Touches **path;
    size_t len;
    VEC(char *) breaches;
} Contract;

bool contract_is_checked;
void (*contract_told)(const char *text);

/* --- what is touched -------------------------------------------------------------------------- */

typedef VEC(Touch) TouchList;

static void add_touch(TouchList *l, Touch t) {
    for (size_t k = 0; k < l->len; k++)
        if (l->data[k].word == t.word) {
            l->data[k].reads |= t.reads;
            if (t.writes && !l->data[k].writes) l->data[k].loc = t.loc;
            l->data[k].writes |= t.writes;
            return;
        }
    vec_push(l, t);
}

/* Adds what the log has of the piece. What is logged only for this check is taken out again. */
static void take_from_log(const Machine *m, AccessLog *log, TouchList *l) {
    size_t kept = 0;
    for (size_t k = 0; k < log->entries.len; k++) {
        LogEntry *x = &log->entries.data[k];
        for (uint64_t w = x->word; x->section && w < x->word + x->words; w++)
            if (machine_is_quiet(m, w << 3)) add_touch(l, (Touch){w, x->reads, x->writes, x->loc});
        for (unsigned b = 0; x->section && x->words == 1 && b < 8; b++)
            if (access_is_visible(m, (x->word << 3) + b, 1)) {
                x->reads &= (uint8_t)~(1u << b);
                x->writes &= (uint8_t)~(1u << b);
                log->filter[x->word & (LOG_FILTER - 1)] = 0;
            }
        if (x->reads | x->writes) log->entries.data[kept++] = *x;
    }
    log->entries.len = kept;
}

static void add_bytes_touched(TouchList *l, uint64_t start, uint64_t size, bool write,
                              uint32_t loc) {
    for (uint64_t a = start; a < start + size; a++) {
        uint8_t bit = (uint8_t)(1u << (a & 7));
        add_touch(l, (Touch){a >> 3, write ? 0 : bit, write ? bit : 0, loc});
    }
}

static int by_word(const void *a, const void *b) {
    const Touch *x = a, *y = b;
    return x->word < y->word ? -1 : x->word > y->word;
}

static const Touches *intern_touches(Contract *c, const Event *e, TouchList *l) {
    qsort(l->data, l->len, sizeof *l->data, by_word);
    bool piece = e->action.op.kind == OPERATION_KERNEL;
    const KernelCall *call = piece ? e->action.op.call : NULL;
    uint64_t hash =
        hash_combine((uint64_t)e->action.thread << 32 | e->action.index, (uint64_t)(uintptr_t)call);
    for (size_t k = 0; k < l->len; k++) {
        const Touch *t = &l->data[k];
        hash = hash_combine(hash_combine(hash, t->word),
                            (uint64_t)t->loc << 16 | t->reads << 8 | t->writes);
    }
    uint32_t found = index_find(&c->index, hash, n, c->known.data[n]->hash == hash);
    if (found != INDEX_NONE) return c->known.data[found];
    Touches *t = arena_alloc(c->arena, sizeof *t + l->len * sizeof *t->touch);
    *t = (Touches){e->action.thread, e->action.index, call, hash, (uint32_t)l->len};
    memcpy(t->touch, l->data, l->len * sizeof *t->touch);
    index_add(&c->index, hash, (uint32_t)c->known.len);
    vec_push(&c->known, t);
    return t;
}

/* --- breaches --------------------------------------------------------------------------------- */

static char *side_text(const Machine *m, const Touches *t, const Touch *at) {
    const Loc *l = &m->program->locs[at->loc];
    return xasprintf("%s%s%s by thread %s (%s at %s:%u)", t->call ? "\"" : "",
                     t->call ? t->call->what : "an access", t->call ? "\"" : "",
                     m->slot_names[t->thread], at->writes ? "writes" : "reads", l->file, l->line);
}

/* `x` is of the thread with the lower number: which of the two came first makes no difference. */
static void note_breach(Contract *c, const Machine *m, const Touches *x, const Touch *a,
                        const Touches *y, const Touch *b) {
    unsigned shared = (a->writes & (b->reads | b->writes)) | (a->reads & b->writes);
    uint64_t address = (a->word << 3) + (unsigned)__builtin_ctz(shared);
    char *where = machine_describe_address(m, address), *first = side_text(m, x, a),
         *second = side_text(m, y, b),
         *text = xasprintf("%s and %s share memory of the kernel and name no common object that "
                           "one of them changes: %s; name the object that this memory belongs to "
                           "in both pieces, as WRITES where it is written",
                           first, second, where);
    free(where);
    free(first);
    free(second);
    for (size_t k = 0; k < c->breaches.len; k++)
        if (!strcmp(c->breaches.data[k], text)) {
            free(text);
            return;
        }
    vec_push(&c->breaches, text);
}

/* Compares two lists that no event orders. */
static void compare_touches(Contract *c, const Machine *m, const Touches *x, const Touches *y) {
    for (uint32_t i = 0, j = 0; i < x->n && j < y->n;) {
        const Touch *a = &x->touch[i], *b = &y->touch[j];
        bool shared = (a->writes & (b->reads | b->writes)) | (a->reads & b->writes);
        if (a->word == b->word && shared) note_breach(c, m, x, a, y, b);
        i += a->word <= b->word;
        j += b->word <= a->word;
    }
}

/* --- the observer ----------------------------------------------------------------------------- */

static void forget_breaches(Contract *c) {
    for (size_t k = 0; k < c->breaches.len; k++) free(c->breaches.data[k]);
    c->breaches.len = 0;
}

static void contract_started(Run *r) {
    if (!contract_is_checked || r->machine->options.replaying) return;
    Contract *c = r->contract;
    if (!c) {
        r->contract = c = xcalloc(1, sizeof *c);
        c->path = xcalloc(LONGEST_PATH, sizeof *c->path);
    }
    forget_breaches(c);
    if (c->arena) arena_free(c->arena);
    c->arena = arena_new();
    c->known.len = 0;
    index_clear(&c->index);
    c->len = 0;
    r->machine->logs_pieces = true;
}

static void contract_accessed(Run *r, const Event *e, const Event *since) {
    Contract *c = r->contract;
    Machine *m = r->machine;
    if (!c || !since || c->len == LONGEST_PATH) return;
    const Operation *o = &since->action.op;
    TouchList l = {0};
    if (o->kind == OPERATION_KERNEL)
        take_from_log(m, m->threads[e->action.thread]->log, &l);
    else if (since == e && operation_on_memory(o) && o->flags & MEMORY_OF_KERNEL)
        add_bytes_touched(&l, o->object, operation_extent(o), o->kind != OPERATION_LOAD, o->loc);
    if (l.len) {
        const Touches *t = intern_touches(c, since, &l);
        for (size_t k = 0; k < c->len; k++) {
            const Touches *x = c->path[k];
            if (x->thread != t->thread && (x->call || t->call) &&
                event_clock(since, (uint32_t)x->thread) < x->index)
                compare_touches(c, m, x->thread < t->thread ? x : t, x->thread < t->thread ? t : x);
        }
        trail_save(m->memory, &c->path[c->len], sizeof c->path[c->len]);
        trail_save(m->memory, &c->len, sizeof c->len);
        c->path[c->len++] = t;
    }
    vec_free(&l);
}

static void contract_freed(Run *r) {
    Contract *c = r->contract;
    if (!c) return;
    /* A race makes bytes visible: there was to be another pass, but a limit ended the exploration.
     */
    if (r->raced) forget_breaches(c);
    for (size_t k = 0; k < c->breaches.len; k++)
        if (contract_told)
            contract_told(c->breaches.data[k]);
        else
            fprintf(stderr, "contract: %s\n", c->breaches.data[k]);
    if (c->breaches.len && !contract_told) {
        fflush(NULL);
        _Exit(4);
    }
    forget_breaches(c);
    vec_free(&c->breaches);
    vec_free(&c->known);
    index_free(&c->index);
    if (c->arena) arena_free(c->arena);
    free(c->path);
    free(c);
    r->contract = NULL;
}

const RunObserver contract_observer = {
    .started = contract_started, .accessed = contract_accessed, .freed = contract_freed};
