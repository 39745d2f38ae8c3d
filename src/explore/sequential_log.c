/*
 * sequential_log.c — reads what the runtime of a sequential program (include/heddle/heddle_seq.c) has in its
 * memory where the program fails: the logs of both threads, an order of them, and which thread made which
 * input.
 */
#include "explore/sequential.h"
#include <stdlib.h>

void plan_clear(Plan *p) {
    vec_free(&p->events);
    if (p->model) model_unref(p->model);
    if (p->arena) arena_free(p->arena);
    *p = (Plan){0};
}

/* Copies a variable of the runtime; false where there is none of that name. */
static bool peek(const Machine *m, const char *name, void *out, size_t size) {
    const Global *g = program_global_named(m->program, name);
    if (!g) return false;
    memory_peek(m->memory, g->address, out, MIN(size, g->size));
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

/* Where the program itself has what is at an address of the sequential one: its global variables have other
 * places there. 0: that is none of them. */
static uint64_t own_address(const Program *own, const Machine *m, uint64_t address) {
    const Global *there = program_global_at(m->program, address),
                 *here = there ? program_global_named(own, there->name) : NULL;
    bool same = here && address - there->address < there->size && here->size == there->size &&
                here->thread_local_ == there->thread_local_;
    return same ? here->address + (address - there->address) : 0;
}

static PlannedEvent planned(Plan *p, const Program *own, const Machine *m, const HeddleSeqEvent *e,
                            bool writer) {
    SiteInMemory s = {0};
    const Global *sites = program_global_named(m->program, "heddle_seq_sites");
    if (sites && (e->site + 1ull) * sizeof s <= sites->size)
        memory_peek(m->memory, sites->address + e->site * sizeof s, &s, sizeof s);
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

/* Whether two events depend on each other: bytes that both access, one of them writing. */
static bool is_conflict(const HeddleSeqEvent *a, const HeddleSeqEvent *b) {
    return heddle_seq_accesses(a) && heddle_seq_accesses(b) &&
           (heddle_seq_stores(a) || heddle_seq_stores(b)) &&
           heddle_seq_overlap(a, b->address, b->address + b->size);
}

/* Marks the places at which a thread does something that depends on the other one. What happens elsewhere
 * need not be found again: locals, for instance, and what is never written. `marked` is by number of place.
 */
static void mark_places(const HeddleSeqOrder *o, uint32_t nreader, uint32_t nwriter, bool *marked) {
    for (uint32_t k = 0; k < nreader; k++) marked[o->reader[k].site] |= !heddle_seq_accesses(&o->reader[k]);
    for (uint32_t j = 0; j < nwriter; j++) marked[o->writer[j].site] |= !heddle_seq_accesses(&o->writer[j]);
    for (uint32_t k = 0; k < nreader; k++)
        for (uint32_t j = 0; j < nwriter; j++)
            if (is_conflict(&o->reader[k], &o->writer[j]))
                marked[o->reader[k].site] = marked[o->writer[j].site] = true;
}

/* Nobody sees a read of what is never written. */
static bool is_wanted(const Machine *m, const HeddleSeqEvent *e, const bool *marked) {
    bool constant = heddle_seq_accesses(e) && e->address < GLOBALS_BASE + m->program->readonly_size;
    return marked[e->site] && !constant;
}

/* The events of both threads in the order that was found. */
static bool plan_events(Plan *p, const Program *own, const Machine *m, const HeddleSeqOrder *o, bool both) {
    uint32_t *before = xcalloc(HEDDLE_SEQ_EVENTS + 1, sizeof *before);
    size_t *place = xcalloc(HEDDLE_SEQ_EVENTS + 1, sizeof *place); /* of the writer's events */
    int32_t end = both ? heddle_seq_order_path(o, before) : 0;
    uint32_t n = both ? o->added : o->nreader, done = 0;
    const Global *sites = program_global_named(m->program, "heddle_seq_sites");
    bool *marked = xcalloc(1, sites ? sites->size / sizeof(SiteInMemory) + 1 : 1);
    mark_places(o, n, end < 0 ? 0 : (uint32_t)end, marked);
    for (uint32_t k = 0; k <= n && end >= 0; k++) {
        uint32_t until = k < n ? before[k] : (uint32_t)end;
        for (; done < until; done++) {
            place[done] = p->events.len;
            if (is_wanted(m, &o->writer[done], marked))
                vec_push(&p->events, planned(p, own, m, &o->writer[done], true));
        }
        if (k == n) break;
        if (!is_wanted(m, &o->reader[k], marked)) continue;
        PlannedEvent e = planned(p, own, m, &o->reader[k], false);
        if (o->reader[k].source >= 0) e.source = (int32_t)place[o->reader[k].source];
        vec_push(&p->events, e);
    }
    free(before);
    free(place);
    free(marked);
    return end >= 0;
}

/* How often a name was used by a thread. */
typedef struct NameUse {
    const char *base;
    unsigned thread, count;
} NameUse;

/* The name without the number that tells it from others. */
static const char *base_name(Plan *p, const char *name) {
    char *s = arena_strdup(p->arena, name), *mark = strrchr(s, '#');
    if (mark && mark[1] && strspn(mark + 1, "0123456789") == strlen(mark + 1)) *mark = 0;
    return s;
}

/* Gives the program's inputs the values that they have in the failing run. There all are made by one thread,
 * here each by its own: their names differ. */
static void plan_inputs(Plan *p, ExprPool *pool, const Machine *m, const Finding *f) {
    enum { RUNTIME = 255, MOST = 4096 };
    static const uint8_t none[MOST];
    uint8_t *thread = xcalloc(1, MOST);
    uint32_t known = 0;
    VEC(NameUse) uses = {0};
    memcpy(thread, none, MOST);
    peek(m, "heddle_seq_input_threads", thread, MOST);
    peek(m, "heddle_seq_inputs", &known, sizeof known);
    for (size_t k = 0; k < f->ninputs; k++) {
        const InputReport *in = &f->inputs[k];
        unsigned of = k < known && k < MOST ? thread[k] : 0;
        if (of == RUNTIME) continue;
        const char *base = base_name(p, in->name);
        size_t u = 0;
        while (u < uses.len && (uses.data[u].thread != of || strcmp(uses.data[u].base, base) != 0)) u++;
        if (u == uses.len) vec_push(&uses, ((NameUse){base, of, 0}));
        unsigned count = ++uses.data[u].count;
        StrBuf b = {0};
        str_add(&b, base);
        if (of) str_addf(&b, "@0.%u", of);
        if (count > 1) str_addf(&b, "#%u", count);
        Model *with = model_with(p->model, expr_input(pool, b.data, in->size), in->bytes);
        if (p->model) model_unref(p->model);
        p->model = with;
        vec_free(&b);
    }
    vec_free(&uses);
    free(thread);
}

bool plan_read(Plan *p, const Campaign *c, const Run *failing, const Finding *f) {
    const Machine *m = failing->machine;
    uint32_t role = 0, numbers[2] = {0};
    bool both = false;
    *p = (Plan){.arena = arena_new()};
    bool fine = peek(m, "heddle_seq_thread", &role, sizeof role) && role <= 1;
    peek(m, "heddle_seq_number", numbers, sizeof numbers);
    peek(m, "heddle_seq_before", p->before, sizeof p->before);
    peek(m, "heddle_seq_writer_ran", &both, 1);
    peek(m, "heddle_seq_coupled", &p->coupled, sizeof p->coupled);
    HeddleSeqOrder *o = xmalloc(sizeof *o);
    fine = fine && peek(m, "heddle_seq_order", o, sizeof *o);
    if (fine && role) {
        p->reader = numbers[0];
        p->writer = numbers[1];
        fine = plan_events(p, c->program, m, o, both);
    }
    free(o);
    if (fine) plan_inputs(p, c->pool, m, f);
    return fine;
}
