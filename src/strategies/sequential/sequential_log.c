/*
 * sequential_log.c — reads what the runtime of a sequential program (include/heddle/heddle_seq.c)
 * has in its memory where the program fails: the logs of both threads, an order of them, and which
 * thread made which input.
 */
#include "base/tables/hash_set.h"
#include "strategies/sequential/sequential.h"
#include "vm/symbolic/new_inputs.h"
#include <stdlib.h>

void plan_clear(Plan *p) {
    vec_free(&p->events);
    if (p->model) model_unref(p->model);
    if (p->arena) arena_free(p->arena);
    *p = (Plan){0};
}

/* Bytes as they are with the inputs of the run. */
static void peek_bytes(const Machine *m, uint64_t address, void *out, size_t size) {
    memory_peek(m->memory, address, out, size);
    for (size_t k = 0; k < size && m->memory->symbolic_bytes; k++) {
        const Expr *e = memory_symbolic(m->memory, address + k);
        if (e) ((uint8_t *)out)[k] = (uint8_t)expr_eval(m->pool, e, m->model);
    }
}

/* Copies a variable of the runtime; false where there is none of that name. */
static bool peek(const Machine *m, const char *name, void *out, size_t size) {
    const Global *g = program_global_named(m->program, name);
    if (!g) return false;
    memory_peek(m->memory, g->address, out, MIN(size, g->size));
    return true;
}

char *plan_name(const Plan *p, unsigned number) {
    if (!number || number >= PLAN_THREADS) return xstrdup("0");
    char *parent = plan_name(p, p->parent[number]),
         *name = xasprintf("%s.%u", parent, p->ordinal[number]);
    free(parent);
    return name;
}

/* The logs and the order. Addresses may depend on inputs. */
static bool peek_order(const Machine *m, HeddleSeqOrder *o) {
    const Global *g = program_global_named(m->program, "heddle_seq_order");
    if (!g || !peek(m, "heddle_seq_order", o, sizeof *o)) return false;
    peek_bytes(m, g->address + offsetof(HeddleSeqOrder, reader), o->reader,
               o->nreader * sizeof *o->reader);
    peek_bytes(m, g->address + offsetof(HeddleSeqOrder, writer), o->writer,
               o->nwriter * sizeof *o->writer);
    return true;
}

static const char *peek_text(Plan *p, const Machine *m, uint64_t address) {
    StrBuf b = {0};
    str_add(&b, "");
    for (char c = 1; memory_is_valid(m->memory, address, 1) && b.len < 4096; address++) {
        memory_peek(m->memory, address, &c, 1);
        if (!c) break;
        str_addc(&b, c);
    }
    const char *out = arena_strdup(p->arena, b.data);
    vec_free(&b);
    return out;
}

/* HeddleSeqSite as it is in memory. */
typedef struct SiteInMemory {
    uint64_t file, function;
    uint32_t line, column;
} SiteInMemory;

/* Whether two events depend on each other: bytes that both access, one of them writing. */
static bool is_conflict(const HeddleSeqEvent *a, const HeddleSeqEvent *b) {
    return heddle_seq_accesses(a) && heddle_seq_accesses(b) &&
           (heddle_seq_stores(a) || heddle_seq_stores(b)) &&
           heddle_seq_overlap(a, b->address, b->address + b->size);
}

/* What of both logs has to be found again: what depends on the other thread, and what that depends
 * on. Of memory that is no global variable, whose addresses are not known there, also what is done
 * in the same way at the same place, since that is what it is found by. */
typedef struct Wanted {
    bool *of[2]; /* reader, writer; by event */
} Wanted;

static SiteInMemory site_at(const Machine *m, uint32_t site) {
    SiteInMemory s = {0};
    const Global *sites = program_global_named(m->program, "heddle_seq_sites");
    if (sites && (site + 1ull) * sizeof s <= sites->size)
        memory_peek(m->memory, sites->address + site * sizeof s, &s, sizeof s);
    return s;
}

/* Whether an event is that of a lock which its thread held before: there is nothing to be found. */
static bool is_held_before(const HeddleSeqEvent *e) {
    return e->site == (uint32_t)HEDDLE_SEQ_NO_SITE;
}

static bool is_global(const HeddleSeqEvent *e) { return e->address < REGION_BASE; }

static uint64_t log_place_key(const Machine *m, const HeddleSeqEvent *e) {
    SiteInMemory s = site_at(m, e->site);
    return hash_combine(hash_combine(s.file, (uint64_t)s.line << 32 | s.column),
                        e->size << 8 | e->kind) |
           1;
}

static Wanted find_wanted(const Machine *m, const HeddleSeqOrder *o, uint32_t nreader,
                          uint32_t nwriter) {
    Wanted w;
    HashSet places = {0};
    const HeddleSeqEvent *log[2] = {o->reader, o->writer};
    uint32_t n[2] = {nreader, nwriter};
    for (int t = 0; t < 2; t++) {
        w.of[t] = xcalloc(n[t] + 1, sizeof *w.of[t]);
        for (uint32_t k = 0; k < n[t]; k++) {
            const HeddleSeqEvent *e = &log[t][k];
            bool wanted = !heddle_seq_accesses(e) && !is_held_before(e);
            for (uint32_t j = 0; j < n[!t] && !wanted; j++) wanted = is_conflict(e, &log[!t][j]);
            w.of[t][k] = wanted;
            if (wanted && !is_global(e)) hash_set_add(&places, log_place_key(m, e));
        }
    }
    for (uint32_t k = 0; k < nreader; k++) {
        int32_t source = o->reader[k].source;
        if (source >= 0 && (uint32_t)source < nwriter)
            w.of[1][source] = !is_held_before(&o->writer[source]);
    }
    for (int t = 0; t < 2; t++)
        for (uint32_t k = 0; k < n[t]; k++)
            if (!is_global(&log[t][k]) && hash_set_has(&places, log_place_key(m, &log[t][k])))
                w.of[t][k] = true;
    hash_set_free(&places);
    return w;
}

/* Where the program itself has what is at an address of the sequential one: its global variables
 * have other places there. 0: that is none of them. */
static uint64_t own_address(const Program *own, const Machine *m, uint64_t address) {
    const Global *there = program_global_at(m->program, address),
                 *here = there ? program_global_named(own, there->name) : NULL;
    bool same = here && address - there->address < there->size && here->size == there->size &&
                here->thread_local_ == there->thread_local_;
    return same ? here->address + (address - there->address) : 0;
}

static PlannedEvent planned(Plan *p, const Program *own, const Machine *m, const HeddleSeqEvent *e,
                            bool writer) {
    SiteInMemory s = site_at(m, e->site);
    return (PlannedEvent){.writer = writer,
                          .kind = e->kind,
                          .size = e->size,
                          .address = own_address(own, m, e->address),
                          .file = s.file ? peek_text(p, m, s.file) : "",
                          .line = s.line,
                          .column = s.column,
                          .glued = e->glued,
                          .source = -1,
                          .step = SIZE_MAX};
}

/* The events of both threads in the order that was found. */
static bool plan_events(Plan *p, const Program *own, const Machine *m, const HeddleSeqOrder *o,
                        bool both) {
    uint32_t *before = xcalloc(HEDDLE_SEQ_EVENTS + 1, sizeof *before);
    size_t *place = xcalloc(HEDDLE_SEQ_EVENTS + 1, sizeof *place); /* of the writer's events */
    int32_t end = both ? heddle_seq_order_path(o, before) : 0;
    uint32_t n = both ? o->added : o->nreader, done = 0;
    Wanted wanted = find_wanted(m, o, n, end < 0 ? 0 : (uint32_t)end);
    for (uint32_t k = 0; k <= n && end >= 0; k++) {
        uint32_t until = k < n ? before[k] : (uint32_t)end;
        invariant(until <= (uint32_t)end);
        for (; done < until; done++) {
            place[done] = p->events.len;
            if (wanted.of[1][done])
                vec_push(&p->events, planned(p, own, m, &o->writer[done], true));
        }
        if (k == n) break;
        if (!wanted.of[0][k]) continue;
        PlannedEvent e = planned(p, own, m, &o->reader[k], false);
        /* What a load has from the other thread was done before it, in the order that was found. */
        invariant(o->reader[k].source < 0 || (uint32_t)o->reader[k].source < done);
        int32_t source = o->reader[k].source;
        if (source >= 0 && wanted.of[1][source]) e.source = (int32_t)place[source];
        e.continued = source >= 0 && e.glued && k && o->reader[k - 1].source == source;
        vec_push(&p->events, e);
    }
    free(before);
    free(place);
    free(wanted.of[0]);
    free(wanted.of[1]);
    return end >= 0;
}

/* The number of times that a thread used a name. */
typedef struct NameUse {
    const char *base;
    unsigned thread, count;
} NameUse;

/* Whether `name` is that of an input with this base name in the sequential program, where all are
 * made by one thread. */
static bool has_base(const char *name, const char *base) {
    char *first = input_name(base, "0", 1);
    size_t n = strlen(first);
    const char *rest = strncmp(name, first, n) ? "?" : name + n;
    free(first);
    return !*rest || (*rest == '#' && strspn(rest + 1, "0123456789") == strlen(rest + 1));
}

/* The inputs that the sequential program told to be made, in order. */
enum { MOST_INPUTS = 4096, RUNTIME_INPUT = 255 };
typedef struct MadeInputs {
    uint32_t n;
    uint8_t thread[MOST_INPUTS];
    uint64_t name[MOST_INPUTS];
} MadeInputs;

/* An input of the failing run gets its value in the model. `thread` made it; without a base name it
 * keeps its name. */
static void plan_add_input(Plan *p, ExprPool *pool, const InputReport *in, const char *base,
                           unsigned thread, unsigned count) {
    char *of = plan_name(p, thread);
    char *name = base ? input_name(base, of, count) : xstrdup(in->name);
    Model *with = model_with(p->model, expr_input(pool, name, in->size), in->bytes);
    if (p->model) model_unref(p->model);
    p->model = with;
    free(of);
    free(name);
}

/* Gives the program's inputs the values that they have in the failing run. There all are made by
 * one thread, here each by its own: their names differ. Those that nobody told of are data of the
 * system. */
static void plan_inputs(Plan *p, ExprPool *pool, const Machine *m, const Finding *f) {
    MadeInputs *made = xcalloc(1, sizeof *made);
    VEC(NameUse) uses = {0};
    peek(m, "heddle_seq_inputs", &made->n, sizeof made->n);
    peek(m, "heddle_seq_input_threads", made->thread, sizeof made->thread);
    peek(m, "heddle_seq_input_names", made->name, sizeof made->name);
    uint32_t next = 0;
    for (size_t k = 0; k < f->ninputs; k++) {
        const InputReport *in = &f->inputs[k];
        const char *base =
            next < made->n && next < MOST_INPUTS ? peek_text(p, m, made->name[next]) : NULL;
        if (!base || !has_base(in->name, base)) {
            plan_add_input(p, pool, in, NULL, 0, 1);
            continue;
        }
        unsigned thread = made->thread[next++];
        if (thread == RUNTIME_INPUT) continue;
        size_t u = 0;
        while (u < uses.len &&
               (uses.data[u].thread != thread || strcmp(uses.data[u].base, base) != 0))
            u++;
        if (u == uses.len) vec_push(&uses, ((NameUse){base, thread, 0}));
        plan_add_input(p, pool, in, base, thread, ++uses.data[u].count);
    }
    vec_free(&uses);
    free(made);
}

/* An input as the runtime with a stream notes it (HeddleSeqValue). */
typedef struct StreamValue {
    uint64_t name;
    uint32_t thread, at, size;
} StreamValue;
enum { MOST_STREAM_BYTES = 1 << 16 };

/* How often a thread has used a name, this time included. */
static unsigned count_use(Plan *p, const Machine *m, const StreamValue *values, uint32_t k) {
    const char *name = peek_text(p, m, values[k].name);
    unsigned count = 1;
    for (uint32_t j = 0; j < k; j++)
        count +=
            values[j].thread == values[k].thread && !strcmp(peek_text(p, m, values[j].name), name);
    return count;
}

/* The same for a program whose inputs are the bytes of a stream: there are none in the run. False
 * where it has none of these. */
static bool plan_stream_inputs(Plan *p, ExprPool *pool, const Machine *m) {
    const Global *table = program_global_named(m->program, "heddle_seq_values"),
                 *bytes = program_global_named(m->program, "heddle_seq_bytes");
    uint32_t n = 0;
    if (!table || !bytes || !peek(m, "heddle_seq_nvalues", &n, sizeof n)) return false;
    StreamValue *values = xcalloc(MOST_INPUTS, sizeof *values);
    peek(m, "heddle_seq_values", values, MOST_INPUTS * sizeof *values);
    for (uint32_t k = 0; k < MIN(n, MOST_INPUTS); k++) {
        const StreamValue *v = &values[k];
        if (v->at > MOST_STREAM_BYTES || v->size > MOST_STREAM_BYTES - v->at) break;
        uint8_t *data = xmalloc(v->size + 1);
        memory_peek(m->memory, bytes->address + v->at, data, v->size);
        InputReport in = {.size = v->size, .bytes = data};
        plan_add_input(p, pool, &in, peek_text(p, m, v->name), v->thread,
                       count_use(p, m, values, k));
        free(data);
    }
    free(values);
    return true;
}

enum { ROLE_MAIN, ROLE_READER, ROLE_WRITER };

static uint32_t role_at(const Machine *m) {
    uint32_t role = ROLE_WRITER;
    peek(m, "heddle_seq_role", &role, sizeof role);
    return role;
}

int plan_thread(const Run *failing) {
    uint32_t current = 0;
    peek(failing->machine, "heddle_seq_thread", &current, sizeof current);
    /* What the writer does wrong by itself, it does as the reader of another pair. */
    return role_at(failing->machine) == ROLE_WRITER ? -1 : (int)current;
}

bool plan_loses(const Run *failing) {
    bool done = false, runs_out = false;
    peek(failing->machine, "heddle_seq_writer_done", &done, 1);
    peek(failing->machine, "heddle_seq_runs_out", &runs_out, 1);
    return done && !runs_out && role_at(failing->machine) == ROLE_WRITER;
}

static void peek_threads(Plan *p, const Machine *m) {
    uint32_t numbers[2] = {0};
    peek(m, "heddle_seq_begun", &p->begun, 1);
    peek(m, "heddle_seq_number", numbers, sizeof numbers);
    p->reader = numbers[0];
    p->writer = numbers[1];
    peek(m, "heddle_seq_before", p->before, sizeof p->before);
    peek(m, "heddle_seq_parents", p->parent, sizeof p->parent);
    peek(m, "heddle_seq_ordinals", p->ordinal, sizeof p->ordinal);
}

void plan_pair_names(const Machine *m, char *names[2]) {
    Plan p = {0};
    peek_threads(&p, m);
    names[0] = p.begun ? plan_name(&p, p.reader) : NULL;
    names[1] = p.begun ? plan_name(&p, p.writer) : NULL;
}

bool plan_read(Plan *p, const Campaign *c, const Run *failing, const Finding *f) {
    const Machine *m = failing->machine;
    bool both = false;
    int thread = plan_thread(failing);
    *p = (Plan){.arena = arena_new()};
    if (thread < 0) return false;
    p->failing = (unsigned)thread;
    peek_threads(p, m);
    peek(m, "heddle_seq_writer_ran", &both, 1);
    peek(m, "heddle_seq_coupled", &p->coupled, sizeof p->coupled);
    bool fine = true;
    if (p->begun) {
        HeddleSeqOrder *o = xmalloc(sizeof *o);
        fine = peek_order(m, o) && plan_events(p, c->shared->program, m, o, both);
        free(o);
    }
    if (fine && !plan_stream_inputs(p, c->pool, m)) plan_inputs(p, c->pool, m, f);
    return fine;
}
