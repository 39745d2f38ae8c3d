/* page_findings.c — one finding of a page: what was found, the threads, the events, the locks. */
#include "report/page/page_internal.h"
#include "report/formats/foreign_text.h"
#include "report/text.h"
#include <stdlib.h>

/* Bytes of the program's output that a page shows. */
#define MOST_OUTPUT 65536

static void page_put_text(json_t *j, const char *key, const char *text) {
    if (text && *text) json_object_set_new(j, key, foreign_json(text));
}

static void page_add_number(json_t *array, size_t n) {
    json_array_append_new(array, json_integer((json_int_t)n));
}

static json_t *page_stack(PageData *d, const char *directory, const SourcePlace *stack,
                          size_t depth) {
    json_t *j = json_array();
    for (size_t k = 0; k < depth; k++) page_add_number(j, page_place(d, directory, &stack[k]));
    return j;
}

/* --- threads ---------------------------------------------------------------------------------- */

/* The threads of a test, in the order of their first events; their numbers are lanes. */
typedef struct PageLanes {
    VEC(const char *) names;
} PageLanes;

static size_t lane_of(PageLanes *l, const char *thread) {
    size_t k = 0;
    while (k < l->names.len && strcmp(l->names.data[k], thread)) k++;
    if (k == l->names.len) vec_push(&l->names, thread);
    return k;
}

/* Returns a lane with the thread's position at the end. */
static json_t *page_thread(PageData *d, const PageTest *t, const char *thread) {
    const Finding *f = t->test->finding;
    const char *directory = t->test->build.directory;
    const ThreadReport *r = finding_thread(f, thread);
    json_t *j = json_object();
    json_object_set_new(j, "name", foreign_json(thread));
    json_object_set_new(j, "takesPart", json_boolean(page_takes_part(f, thread)));
    if (!r) return j;
    page_put_text(j, "routine", r->routine);
    page_put_text(j, "status", r->status);
    json_object_set_new(j, "blocked", json_boolean(thread_report_blocked(r)));
    json_object_set_new(j, "stack", page_stack(d, directory, r->stack, r->depth));
    bool known = r->place.file && *r->place.file;
    if (known)
        json_object_set_new(j, "place",
                            json_integer((json_int_t)page_place(d, directory, &r->place)));
    return j;
}

static json_t *page_threads(PageData *d, const PageTest *t, PageLanes *lanes) {
    json_t *all = json_array();
    for (size_t k = 0; k < t->test->finding->nthreads; k++)
        lane_of(lanes, t->test->finding->threads[k].name);
    for (size_t k = 0; k < lanes->names.len; k++)
        json_array_append_new(all, page_thread(d, t, lanes->names.data[k]));
    return all;
}

/* --- events ----------------------------------------------------------------------------------- */

/* Returns an event: lane, text, place, level, causes, and what it read and wrote. */
static json_t *page_event(PageData *d, const PageTest *t, const PageEvents *e, size_t k,
                          PageLanes *lanes) {
    const ScheduleStep *s = e->steps[k];
    const ConfigurationEvent *x = t->run ? &t->run->events[k] : NULL;
    char *text = text_step(t->test->finding, s);
    json_t *j = json_array(), *causes = json_array();
    page_add_number(j, lane_of(lanes, s->thread));
    page_add_number(j, page_string(d, text));
    page_add_number(j, page_place(d, t->test->build.directory, &s->place));
    page_add_number(j, e->level[k]);
    size_t skipped = page_skipped(t);
    for (size_t i = 0; i < e->ncauses[k]; i++)
        if (e->causes[k][i] >= skipped) page_add_number(causes, e->causes[k][i] - skipped);
    json_array_append_new(j, causes);
    if (x && (x->read || x->wrote)) {
        json_array_append_new(j, x->read ? foreign_json(x->read) : json_null());
        json_array_append_new(j, x->wrote ? foreign_json(x->wrote) : json_null());
    }
    free(text);
    return j;
}

/* Returns the number of the event that gives back the lock taken by event `k`, or -1. */
static json_int_t end_of_lock(const Configuration *c, size_t k) {
    size_t depth = 1;
    for (size_t j = k + 1; j < c->n; j++) {
        const ConfigurationEvent *y = &c->events[j];
        if (!y->lock || y->lock_key != c->events[k].lock_key ||
            strcmp(y->step.thread, c->events[k].step.thread))
            continue;
        depth += y->takes ? 1 : -1;
        if (!depth) return (json_int_t)j;
    }
    return -1;
}

/* Returns for each lock that was held: lane, text, first and last event (-1: to the end). One that
 * was taken before the first event of the page is held from there. */
static json_t *page_locks(PageData *d, const PageTest *t, PageLanes *lanes) {
    json_t *all = json_array();
    const Configuration *c = t->run;
    size_t skipped = page_skipped(t);
    for (size_t k = 0; c && k < c->n; k++) {
        if (!c->events[k].lock || !c->events[k].takes) continue;
        json_int_t end = end_of_lock(c, k);
        if (end >= 0 && end < (json_int_t)skipped) continue;
        json_t *j = json_array();
        page_add_number(j, lane_of(lanes, c->events[k].step.thread));
        page_add_number(j, page_string(d, c->events[k].lock));
        page_add_number(j, k > skipped ? k - skipped : 0);
        json_array_append_new(j, json_integer(end < 0 ? -1 : end - (json_int_t)skipped));
        json_array_append_new(all, j);
    }
    return all;
}

static json_t *page_events(PageData *d, const PageTest *t, PageLanes *lanes) {
    PageEvents e = page_events_of(t);
    json_t *all = json_array();
    for (size_t k = page_skipped(t); k < e.n; k++)
        json_array_append_new(all, page_event(d, t, &e, k, lanes));
    page_events_clear(&e);
    return all;
}

/* --- the finding ------------------------------------------------------------------------------ */

/* Returns an access of a race: thread, text, place, the calls and the locks that were held. */
static json_t *page_access(PageData *d, const char *directory, const char *what, const char *thread,
                           const SourcePlace *place, const AccessReport *a) {
    json_t *j = json_object(), *locks = json_array();
    page_put_text(j, "text", what);
    page_put_text(j, "thread", thread);
    json_object_set_new(j, "place", json_integer((json_int_t)page_place(d, directory, place)));
    if (!a->depth) {
        json_decref(locks);
        return j;
    }
    for (size_t k = 0; k < a->nlocks; k++) {
        json_t *lock = json_array();
        json_array_append_new(lock, foreign_json(a->locks[k].name));
        page_add_number(lock, page_place(d, directory, &a->locks[k].place));
        json_array_append_new(locks, lock);
    }
    json_object_set_new(j, "stack", page_stack(d, directory, a->stack, a->depth));
    json_object_set_new(j, "locks", locks);
    return j;
}

static json_t *page_inputs(const Finding *f) {
    json_t *all = json_array();
    for (size_t k = 0; k < f->ninputs; k++) {
        char *text = text_input(&f->inputs[k]), *fully = text_input_fully(&f->inputs[k]);
        json_t *j = json_array();
        json_array_append_new(j, foreign_json(text));
        json_array_append_new(j, foreign_json(fully));
        json_array_append_new(all, j);
        free(text);
        free(fully);
    }
    return all;
}

static void put_output(json_t *j, const Finding *f) {
    if (!f->output_len) return;
    StrBuf b = {0};
    size_t n = MIN(f->output_len, MOST_OUTPUT);
    for (size_t k = 0; k < n; k++) {
        if (f->output[k])
            str_addc(&b, f->output[k]);
        else
            str_add(&b, "\\x00");
    }
    page_put_text(j, "output", b.data);
    json_object_set_new(j, "outputBytes", json_integer((json_int_t)f->output_len));
    vec_free(&b);
}

/* Adds what a race is about. */
static void put_race(PageData *d, json_t *j, const PageTest *t) {
    const Finding *f = t->test->finding;
    const char *directory = t->test->build.directory;
    if (!f->has_other) return;
    json_t *accesses = json_array();
    json_array_append_new(
        accesses, page_access(d, directory, "the access", f->thread, &f->place, &f->access));
    json_array_append_new(accesses,
                          page_access(d, directory, text_other_message(f), f->other_thread,
                                      &f->other_place, &f->other_access));
    json_object_set_new(j, "accesses", accesses);
}

json_t *page_finding(PageData *d, const PageTest *t) {
    const Finding *f = t->test->finding;
    PageLanes lanes = {0};
    json_t *j = json_object();
    page_put_text(j, "test", t->name);
    page_put_text(j, "kind", f->kind);
    page_put_text(j, "message", f->message);
    page_put_text(j, "thread", f->thread);
    page_put_text(j, "variable", f->variable);
    page_put_text(j, "member", f->member);
    page_put_text(j, "reason", f->reason);
    page_put_text(j, "note", t->note);
    json_object_set_new(
        j, "place", json_integer((json_int_t)page_place(d, t->test->build.directory, &f->place)));
    json_object_set_new(j, "occurrences", json_integer((json_int_t)f->occurrences));
    json_object_set_new(j, "skipped", json_integer((json_int_t)page_skipped(t)));
    json_object_set_new(j, "ran", json_boolean(t->run != NULL));
    json_object_set_new(j, "inputs", page_inputs(f));
    json_object_set_new(j, "events", page_events(d, t, &lanes));
    json_object_set_new(j, "locks", page_locks(d, t, &lanes));
    json_object_set_new(j, "threads", page_threads(d, t, &lanes));
    if (t->why) json_object_set_new(j, "why", page_why(d, t));
    put_race(d, j, t);
    put_output(j, f);
    vec_free(&lanes.names);
    return j;
}
