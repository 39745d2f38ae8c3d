/*
 * couplings.c — the errors that sequentialization finds with few couplings, against brute force: of every
 * interleaving that ends in an error of a thread T, whether it is one of T with one other thread T' that
 * reads nothing of T's, and how often T reads there what it has not read or written before and T' wrote.
 *
 * Of a run, up to the error, all of main comes first, up to where it waits for a thread or its end; then
 * whole threads; then T and T'. Where main is one of them, it comes first up to where it creates the other
 * one, with others whole as it creates them; then the two. Every read of T' returns what it wrote itself or
 * what was there before. T has a view of each byte: what it wrote itself or was coupled to, whichever is
 * later. A read of bytes that T' wrote last is coupled to each of these writes that is not the view of its
 * bytes, and makes it their view. An attempt of T to lock is coupled where it fails only because T' holds the
 * lock; none of T' fails because of T.
 *
 * That another thread has run a routine of pthread_once is read, too. Read-modify-writes always write,
 * comparing ones that find something else as well. Notifications are not counted.
 */
#include "couplings_known.h"
#include "run/run.h"
#include "explore/strategy.h"
#include "oracle.h"
#include "replay/shorten.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUPLING_TRACES 60000
#define MOST_EVENTS 256
#define MOST_THREADS 8
#define NEVER 1000u /* no pair of threads shows it */

/* --- errors --------------------------------------------------------------------------------------------- */

/* An error of a thread. `kind` is NULL as long as only the place is known. */
typedef struct Error {
    char *kind, *place, *thread;
    unsigned least, literal; /* couplings that it takes, as said above and by the definition without views */
} Error;
typedef VEC(Error) Errors;

static char *place_text(const char *file, unsigned line, unsigned column) {
    return xasprintf("%s:%u:%u", file ? file : "", line, column);
}

/* Takes over the texts. */
static Error *errors_add(Errors *all, char *kind, char *place, char *thread) {
    for (size_t k = 0; k < all->len; k++) {
        Error *e = &all->data[k];
        if (strcmp(e->place, place) || strcmp(e->thread, thread) || (kind && strcmp(e->kind, kind))) continue;
        free(kind);
        free(place);
        free(thread);
        return e;
    }
    Error new = {.kind = kind, .place = place, .thread = thread, .least = NEVER, .literal = NEVER};
    vec_push(all, new);
    return &vec_last(all);
}

static void errors_clear(Errors *all) {
    for (size_t k = 0; k < all->len; k++) {
        free(all->data[k].kind);
        free(all->data[k].place);
        free(all->data[k].thread);
    }
    all->len = 0;
}

static void errors_free(Errors *all) {
    errors_clear(all);
    vec_free(all);
}

static bool is_compared_kind(const char *kind) {
    static const char *const kinds[] = {"assertion", "memory", "abort", "arithmetic"};
    for (size_t k = 0; k < ARRAY_LEN(kinds); k++)
        if (!strcmp(kind, kinds[k])) return true;
    return false;
}

/* --- one run -------------------------------------------------------------------------------------------- */

/* Whether a routine has run is a byte at its control's place. */
static bool reads(const Operation *o) {
    return o->kind == OPERATION_LOAD || o->kind == OPERATION_RMW || o->kind == OPERATION_ONCE;
}

static uint64_t bytes_read(const Operation *o) { return o->kind == OPERATION_ONCE ? 1 : o->size; }

static bool writes(const Operation *o, uint64_t address) {
    if (o->kind == OPERATION_ONCE_DONE) return address == o->object;
    return (o->kind == OPERATION_STORE || o->kind == OPERATION_RMW || o->kind == OPERATION_FREE) &&
           address - o->object < operation_extent(o);
}

/* Who wrote a byte last before a position of the path; -1: nobody. */
static int last_writer(const EventList *path, size_t before, uint64_t address) {
    while (before-- > 0)
        if (writes(&path->data[before]->action.op, address)) return (int)before;
    return -1;
}

static bool fails_trying(const Action *a) {
    unsigned kind = a->op.kind;
    return (kind == OPERATION_TRYLOCK || kind == OPERATION_TRYRDLOCK || kind == OPERATION_TRYWRLOCK) &&
           !a->outcome;
}

/* Whether a thread holds the lock before a position of the path: 2; 1: for reading. */
static int holds(const EventList *path, size_t before, uint64_t lock, int thread) {
    int depth = 0, waiting = 0, how = 2;
    for (size_t k = 0; k < before; k++) {
        const Action *a = &path->data[k]->action;
        const Operation *o = &a->op;
        bool waits = o->kind == OPERATION_WAIT || o->kind == OPERATION_WAKE;
        if (a->thread != thread || lock != (waits ? o->mutex : o->object)) continue;
        switch (o->kind) {
        case OPERATION_RDLOCK:
        case OPERATION_TRYRDLOCK:
        case OPERATION_WRLOCK:
        case OPERATION_TRYWRLOCK:
        case OPERATION_LOCK:
        case OPERATION_TRYLOCK:
            if (!a->outcome) break;
            if (!depth++) how = 2 - (o->kind == OPERATION_RDLOCK || o->kind == OPERATION_TRYRDLOCK);
            break;
        case OPERATION_UNLOCK:
        case OPERATION_RWUNLOCK: depth -= a->outcome != 0; break;
        case OPERATION_WAIT: waiting = depth, depth = 0; break;
        case OPERATION_WAKE: depth = waiting; break;
        default: break;
        }
    }
    return depth > 0 ? how : 0;
}

/* Whether an attempt to lock would have failed there also without what one thread holds. */
static bool fails_without(const EventList *path, size_t at, const Machine *m, int without) {
    const Action *a = &path->data[at]->action;
    for (int k = 0; k < (int)m->nslots; k++)
        if (k != without && holds(path, at, a->op.object, k) > (a->op.kind == OPERATION_TRYRDLOCK))
            return true;
    return false;
}

/* Whether main went as far as it can before it waits for another thread. */
static bool is_at_join_or_end(const Machine *m) {
    const Thread *t = m->threads[0];
    return t->status != THREAD_READY || t->pending.kind == OPERATION_JOIN ||
           t->pending.kind == OPERATION_PROCESS_EXIT;
}

/* Whether the order of threads in a path is one that counts for T and T'. */
static bool in_turn(const EventList *path, const Machine *m, int thread, int other) {
    bool began = false, did[MOST_THREADS] = {0}, ended[MOST_THREADS] = {0};
    if (!is_at_join_or_end(m)) return false;
    for (size_t k = 0; k < path->len; k++) {
        const Action *a = &path->data[k]->action;
        if (a->thread == thread || a->thread == other) {
            began = true;
            continue;
        }
        if (a->op.kind == OPERATION_JOIN || (a->thread == 0 && began)) return false;
        if (a->thread == 0 || a->op.kind == OPERATION_START) continue;
        if (began) return false;
        did[a->thread] = true;
        ended[a->thread] |= a->op.kind == OPERATION_EXIT;
    }
    for (int k = 0; k < MOST_THREADS; k++)
        if (did[k] && !ended[k]) return false;
    return true;
}

/* The same where main is one of the two, `child` the other one (NOT_CREATED: none yet). *from: what comes
 * before in the path is the beginning. */
enum { NOT_CREATED = -1 };
static bool in_turn_with_main(const EventList *path, const Machine *m, int child, size_t *from) {
    int running = 0; /* which thread runs whole, as main has created it; 0: none */
    bool began = false, runs = false;
    for (size_t k = 0; k < path->len; k++) {
        const Action *a = &path->data[k]->action;
        if (a->thread == 0) {
            if (runs && m->threads[running]->status != THREAD_EXITED) return false;
            running = 0;
            runs = false;
            if (began || a->op.kind != OPERATION_CREATE) continue;
            began = a->op.target == child;
            if (began) *from = k + 1;
            /* It may run, or not: what it does comes directly behind this. */
            running = began ? 0 : a->op.target;
        } else if (a->op.kind != OPERATION_START && !(began && a->thread == child)) {
            if (began || a->thread != running) return false;
            runs = true;
        }
    }
    return began || child == NOT_CREATED;
}

/* Positions before `from` are the beginning. */
static bool is_local(const EventList *path, size_t at, int thread, size_t from) {
    const Operation *o = &path->data[at]->action.op;
    for (uint64_t x = o->object; x < o->object + bytes_read(o); x++) {
        int w = last_writer(path, at, x);
        if (w >= (int)from && path->data[w]->action.thread == thread) return false;
    }
    return true;
}

/* What T sees in a byte: the position of a write. */
typedef struct Seen {
    uint64_t address;
    int write;
} Seen;
typedef VEC(Seen) View;

static int *view_of(View *v, uint64_t address) {
    for (size_t k = 0; k < v->len; k++)
        if (v->data[k].address == address) return &v->data[k].write;
    Seen new = {address, -1};
    vec_push(v, new);
    return &vec_last(v).write;
}

static void note(int *list, unsigned *n, int x) {
    for (unsigned k = 0; k < *n; k++)
        if (list[k] == x) return;
    list[(*n)++] = x;
}

/* The couplings of T with T' on the path. False where it does not count. */
static bool count_couplings(const EventList *path, const Machine *m, int thread, int other, unsigned *refined,
                            unsigned *literal) {
    View view = {0};
    size_t from = 0;
    bool with_main = !thread || other <= 0,
         counts = with_main ? in_turn_with_main(path, m, thread ? thread : other, &from)
                            : in_turn(path, m, thread, other);
    *refined = *literal = 0;
    for (size_t at = 0; at < path->len && counts; at++) {
        const Action *a = &path->data[at]->action;
        const Operation *o = &a->op;
        if (a->thread == other && reads(o)) counts = is_local(path, at, thread, from);
        if (a->thread == other && fails_trying(a)) counts = fails_without(path, at, m, thread);
        if (a->thread != thread) continue;
        if (fails_trying(a) && !fails_without(path, at, m, other)) ++*refined, ++*literal;
        int sources[16], fresh[16];
        unsigned nsources = 0, nfresh = 0;
        for (uint64_t x = o->object; reads(o) && x < o->object + bytes_read(o); x++) {
            int w = last_writer(path, at, x), *seen = view_of(&view, x);
            if (w < (int)from || path->data[w]->action.thread != other) continue;
            note(sources, &nsources, w);
            if (*seen == w) continue;
            note(fresh, &nfresh, w);
            *seen = w;
        }
        *refined += nfresh;
        *literal += nsources;
        if (o->kind == OPERATION_ONCE_DONE) *view_of(&view, o->object) = (int)at;
        if (!operation_on_memory(o)) continue;
        for (uint64_t x = o->object; o->kind != OPERATION_LOAD && x < o->object + operation_extent(o); x++)
            *view_of(&view, x) = (int)at;
    }
    vec_free(&view);
    return counts;
}

/* --- brute force ---------------------------------------------------------------------------------------- */

/* Which bytes of a word a thread read and wrote without that being an event. */
typedef struct Touched {
    uint64_t word;
    uint8_t reads[MOST_THREADS], writes[MOST_THREADS];
} Touched;

typedef struct Brute {
    uint64_t pass;
    Errors errors;
    VEC(Touched) touched;
    Index by_word;
    bool too_large;
} Brute;

static void touch(Brute *b, uint64_t word, int thread, uint8_t r, uint8_t w) {
    uint32_t k = index_find(&b->by_word, hash_mix(word), n, b->touched.data[n].word == word);
    if (k == INDEX_NONE) {
        Touched new = {.word = word};
        k = (uint32_t)b->touched.len;
        index_add(&b->by_word, hash_mix(word), k);
        vec_push(&b->touched, new);
    }
    b->touched.data[k].reads[thread] |= r;
    b->touched.data[k].writes[thread] |= w;
}

/* An error of the thread that did the newest step. */
static void failed(Brute *b, const Run *r, int thread) {
    const EventList *path = &r->history.path;
    const Machine *m = r->machine;
    const Loc *at = &m->program->locs[machine_loc(m, m->threads[thread])];
    Error *e = errors_add(&b->errors, NULL, place_text(at->file, at->line, at->column),
                          xstrdup(m->slot_names[thread]));
    for (int other = thread ? 0 : NOT_CREATED; other < (int)m->nslots; other++) {
        unsigned refined, literal;
        if (other == thread || !count_couplings(path, m, thread, other, &refined, &literal)) continue;
        e->least = MIN(e->least, refined);
        e->literal = MIN(e->literal, literal);
    }
}

static void stepped(void *context, uint64_t pass, Run *r, int thread) {
    Brute *b = context;
    const Machine *m = r->machine;
    const Thread *t = m->threads[thread];
    if (pass != b->pass) errors_clear(&b->errors);
    b->pass = pass;
    if (r->history.path.len > MOST_EVENTS || m->nslots > MOST_THREADS) {
        b->too_large = true;
        return;
    }
    for (size_t k = 0; k < t->log->entries.len && m->log_accesses; k++) {
        const LogEntry *x = &t->log->entries.data[k];
        /* Of main, what it does before there are others does not count, nor what pthread_create hands on. */
        if (!thread && (m->nthreads < 2 || x->word << 3 >= REGION_BASE)) continue;
        for (uint64_t w = 0; w < x->words; w++)
            touch(b, x->word + w, thread, x->words > 1 && x->reads ? 255 : x->reads,
                  x->words > 1 && x->writes ? 255 : x->writes);
    }
    if (t->status == THREAD_STOPPED && t->failed) failed(b, r, thread);
}

static Program *load_sequential(void *context, Sequentialization *s, char **error);

static CampaignResult *explore_by(const Program *p, const Place *place, const char *strategy, unsigned bound,
                                  const VisibleRange *visible, size_t nvisible, Brute *brute,
                                  Oracle *loader) {
    static const char *const argv[] = {"program", NULL}, *const environment[] = {NULL};
    CampaignOptions options = {
        .confirm = campaign_confirm,
        .explore.strategy = strategy,
        .interleave = INTERLEAVE_MEMORY,
        .explore.search = "dfs",
        .explore.jobs = 1,
        .explore.max_time = 600,
        .explore.max_traces = brute ? COUPLING_TRACES : 0,
        .explore.max_memory = 4096,
        .explore.interference = {.bound = bound, .cores = true, .no_duplicates = true, .priority = true},
        .argc = 1,
        .argv = argv,
        .environment = environment,
        .stdin_path = place->input,
        .system = place->system,
        .visible = visible,
        .nvisible = nvisible,
        .sequential = loader ? load_sequential : NULL,
        .sequential_context = loader};
    if (brute) {
        options.stepped = stepped;
        options.final_context = brute;
    }
    return campaign_run(p, &options, NULL);
}

typedef VEC(VisibleRange) Ranges;

static void show(Ranges *all, uint64_t start, uint64_t end) {
    VisibleRange r = {start, end};
    vec_push(all, r);
}

/* Adds the bytes that threads share, one of them writing, whatever locks they have then.
 * Returns whether some were not there. (What is visible leaves no trace here.) */
static bool add_shared(Ranges *all, const Brute *b) {
    size_t before = all->len;
    for (size_t k = 0; k < b->touched.len; k++) {
        const Touched *x = &b->touched.data[k];
        uint8_t both = 0;
        for (int i = 0; i < MOST_THREADS; i++)
            for (int j = 0; j < MOST_THREADS; j++)
                if (i != j) both |= x->writes[i] & (x->reads[j] | x->writes[j]);
        for (unsigned byte = 0; byte < 8; byte++) {
            uint64_t at = (x->word << 3) + byte;
            bool there = !(both >> byte & 1);
            for (size_t r = 0; r < all->len && !there; r++)
                there = all->data[r].start <= at && at < all->data[r].end;
            if (!there) show(all, at, at + 1);
        }
    }
    return all->len > before;
}

/* The kind of an error is known to the campaign's findings only. A place where there are several leaves it
 * open. */
static char *name_kinds(Brute *b, const CampaignResult *r) {
    for (size_t k = 0; k < b->errors.len; k++) {
        Error *e = &b->errors.data[k];
        for (size_t j = 0; j < r->nfindings; j++) {
            const Finding *f = r->findings[j];
            char *place = place_text(f->place.file, f->place.line, f->place.column);
            bool same = !strcmp(place, e->place) && finding_stops(f);
            free(place);
            if (!same) continue;
            if (e->kind && strcmp(e->kind, f->kind)) b->too_large = true;
            if (!e->kind) e->kind = xstrdup(f->kind);
        }
        if (!e->kind) return xasprintf("brute force does not tell the error at %s", e->place);
    }
    return NULL;
}

/* Brute force with all memory visible that threads share: again, as long as there is more of it. Returns what
 * is wrong, or NULL; *skipped where it did not come to its end. */
static char *brute_errors(const Oracle *o, const Program *p, Brute *b, bool *skipped) {
    Ranges visible = {0};
    char *text = NULL;
    bool again;
    do {
        b->pass = UINT64_MAX;
        CampaignResult *r = explore_by(p, &o->place, "dfs", 0, visible.data, visible.len, b, NULL);
        *skipped = b->too_large || r->nincomplete || strcmp(r->halt_reason, "finished");
        if (r->internal_error) text = xstrdup(r->internal_error);
        visible.len = 0;
        for (size_t k = 0; k < r->nvisible; k++) show(&visible, r->visible[k].start, r->visible[k].end);
        again = !text && !*skipped && add_shared(&visible, b);
        if (!again && !text && !*skipped) text = name_kinds(b, r);
        *skipped |= b->too_large;
        if (o->talk)
            printf("brute force: %llu interleavings, %zu ranges visible, %s\n",
                   (unsigned long long)r->stats.traces, r->nvisible, again ? "more to come" : r->halt_reason);
        campaign_result_free(r);
    } while (again);
    vec_free(&visible);
    return text;
}

static void brute_free(Brute *b) {
    errors_free(&b->errors);
    vec_free(&b->touched);
    index_free(&b->by_word);
}

/* --- the strategy --------------------------------------------------------------------------------------- */

/* The program in the source file, made sequential. */
static Program *load_sequential(void *context, Sequentialization *s, char **error) {
    const Oracle *o = context;
    const char *files[] = {o->source};
    char *runtime = xasprintf("%s/heddle_seq.bc", o->resource);
    s->entry = "main";
    ProgramOptions options = {.files = files,
                              .nfiles = 1,
                              .resource_dir = o->resource,
                              .temp_dir = o->folder,
                              .rewrite = REWRITE_SEQUENTIAL,
                              .sequentialization = s,
                              .added = (const char *const *)&runtime,
                              .nadded = 1};
    Program *p = program_load(&options, error);
    free(runtime);
    return p;
}

/* The errors of threads that `sequential` finds with at most so many couplings, with how many each. Whether
 * it says that there are no others; of a program that waits for notifications, whether it has explored all:
 * a thread that nobody notifies wakes in the sequential program only. */
static bool sequential_errors(Oracle *o, const Program *p, Errors *out, char **problem) {
    CampaignResult *r = explore_by(p, &o->place, "sequential", MOST_COUPLINGS, NULL, 0, NULL, o);
    for (size_t k = 0; k < r->nfindings; k++) {
        const Finding *f = r->findings[k];
        if (!is_compared_kind(f->kind)) continue;
        errors_add(out, xstrdup(f->kind), place_text(f->place.file, f->place.line, f->place.column),
                   xstrdup(f->thread))
            ->least = (unsigned)f->ninterferences;
    }
    bool all = !strcmp(r->halt_reason, "finished") && r->sequential.nlevels > 0;
    for (size_t k = 0; k < r->sequential.nlevels; k++) all &= r->sequential.level[k].complete;
    if (r->internal_error) *problem = xstrdup(r->internal_error);
    for (size_t k = 0; o->talk && k < r->nincomplete; k++) printf("sequential: %s\n", r->incomplete[k]);
    for (size_t k = 0; k < r->nincomplete && !*problem; k++)
        if (strstr(r->incomplete[k], "could not be carried out") && !o->waits)
            *problem = xstrdup(r->incomplete[k]);
    campaign_result_free(r);
    return all;
}

/* --- the comparison ------------------------------------------------------------------------------------- */

/* The error at the same place that takes fewest couplings; of the same thread, or (a campaign tells one of
 * several threads that fail at a place) of `any_thread`. */
static const Error *find_error(const Errors *all, const Error *like, bool any_thread) {
    const Error *best = NULL;
    for (size_t k = 0; k < all->len; k++) {
        const Error *e = &all->data[k];
        if (!strcmp(e->kind, like->kind) && !strcmp(e->place, like->place) &&
            (any_thread || !strcmp(e->thread, like->thread)) && (!best || e->least < best->least))
            best = e;
    }
    return best;
}

static char *compare_errors(const Errors *brute, const Errors *told, bool all) {
    for (size_t k = 0; k < told->len; k++) {
        const Error *e = &told->data[k], *own = find_error(brute, e, false);
        if (own && own->least <= e->least) continue;
        return xasprintf("%s at %s in thread %s is told with %u couplings, which %s", e->kind, e->place,
                         e->thread, e->least,
                         !own                  ? "does not happen"
                         : own->least == NEVER ? "no pair of threads shows"
                                               : "takes more");
    }
    for (size_t k = 0; k < brute->len && all; k++) {
        const Error *e = &brute->data[k];
        if (e->least > MOST_COUPLINGS || !is_compared_kind(e->kind)) continue;
        const Error *found = find_error(told, e, true);
        if (found && found->least <= e->least) continue;
        return xasprintf("%s at %s in thread %s, which takes %u couplings, is %s", e->kind, e->place,
                         e->thread, e->least, found ? "told with more" : "not told");
    }
    return NULL;
}

static char *compare_with_sequential(Oracle *o, const Program *p, const Errors *brute) {
    char *text = NULL;
    Errors told = {0};
    bool all = sequential_errors(o, p, &told, &text);
    o->partly += !all;
    if (!text) text = compare_errors(brute, &told, all);
    errors_free(&told);
    return text;
}

char *check_couplings(Oracle *o, const Program *p) {
    Brute b = {0};
    bool skipped;
    char *text = brute_errors(o, p, &b, &skipped);
    for (size_t k = 0; k < b.errors.len && !text && !skipped; k++) {
        const Error *e = &b.errors.data[k];
        if (o->talk)
            printf("%s at %s in thread %s: %d couplings, %d by the definition without views\n", e->kind,
                   e->place, e->thread, e->least == NEVER ? -1 : (int)e->least,
                   e->literal == NEVER ? -1 : (int)e->literal);
        if (e->least > e->literal)
            text = xasprintf("%s takes more couplings with views than without", e->place);
        if (is_compared_kind(e->kind))
            o->coupled[e->least == NEVER ? MOST_COUPLINGS + 2 : MIN(e->least, MOST_COUPLINGS + 1)]++;
    }
    if (!text && !skipped) text = compare_with_sequential(o, p, &b.errors);
    o->skipped += skipped;
    o->programs += !skipped;
    brute_free(&b);
    return text;
}

/* --- programs with known couplings ---------------------------------------------------------------------- */

static char *check_known(Oracle *o, const Program *p, const KnownCouplings *known) {
    Brute b = {0};
    bool skipped;
    char *text = brute_errors(o, p, &b, &skipped);
    if (!text && skipped) text = xstrdup("brute force does not come to its end");
    unsigned least = NEVER, literal = NEVER;
    for (size_t k = 0; k < b.errors.len; k++) {
        least = MIN(least, b.errors.data[k].least);
        literal = MIN(literal, b.errors.data[k].literal);
    }
    if (!text && !b.errors.len) text = xstrdup("there is no error");
    if (!text && (least != (unsigned)known->least || literal != (unsigned)known->literal))
        text = xasprintf("the error takes %u and %u couplings, not %d and %d", least, literal, known->least,
                         known->literal);
    if (!text) text = compare_with_sequential(o, p, &b.errors);
    brute_free(&b);
    return text;
}

char *check_known_couplings(Oracle *o, uint64_t first, unsigned parts) {
    static const SystemOptions usual;
    char *text = NULL;
    o->place.system = &usual;
    for (const KnownCouplings *k = known_couplings; k->name && !text; k++) {
        if ((uint64_t)(k - known_couplings) % parts != first % parts) continue;
        FILE *f = fopen(o->source, "w");
        if (!f || fputs(known_couplings_prologue, f) < 0 || fputs(k->text, f) < 0 || fclose(f))
            base_fatal("cannot write %s", o->source);
        Program *p = load_program(o, NULL, 0);
        char *what = p ? check_known(o, p, k) : xstrdup("it does not load");
        if (what) text = xasprintf("%s: %s", k->name, what);
        free(what);
        if (p) program_free(p);
    }
    return text;
}
