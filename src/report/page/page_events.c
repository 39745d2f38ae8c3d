/* page_events.c — the events of a test, and how much each has to do with the finding. */
#include "report/page/page_internal.h"
#include "report/text.h"
#include <stdlib.h>

/* Events of a longer run that are in a page: the last ones. */
#define MOST_PAGE_EVENTS 100000

size_t page_skipped(const PageTest *t) {
    size_t n = t->run ? t->run->n : t->test->finding->nschedule;
    return n > MOST_PAGE_EVENTS ? n - MOST_PAGE_EVENTS : 0;
}

static bool is_of_thread(const PageEvents *e, size_t k, const char *thread) {
    return !strcmp(e->steps[k]->thread, thread);
}

/* --- events ----------------------------------------------------------------------------------- */

static PageEvents page_events_new(size_t n) {
    return (PageEvents){.n = n,
                        .steps = xcalloc(n + 1, sizeof(ScheduleStep *)),
                        .causes = xcalloc(n + 1, sizeof(size_t *)),
                        .ncauses = xcalloc(n + 1, sizeof(size_t)),
                        .level = xcalloc(n + 1, 1)};
}

static PageEvents events_of_run(const Configuration *c) {
    PageEvents e = page_events_new(c->n);
    for (size_t k = 0; k < c->n; k++) {
        e.steps[k] = &c->events[k].step;
        e.causes[k] = c->events[k].causes;
        e.ncauses[k] = c->events[k].ncauses;
    }
    return e;
}

/* Without a run, the causes of a step are the one before it in its thread, and the last one of
 * another thread on its object. */
static PageEvents events_of_schedule(const Finding *f) {
    PageEvents e = page_events_new(f->nschedule);
    size_t *other = text_interferences(f);
    e.owned = true;
    for (size_t k = 0; k < f->nschedule; k++) {
        e.steps[k] = &f->schedule[k];
        e.causes[k] = xcalloc(2, sizeof(size_t));
        for (size_t j = k; j-- > 0;)
            if (is_of_thread(&e, j, f->schedule[k].thread)) {
                e.causes[k][e.ncauses[k]++] = j;
                break;
            }
        if (other[k]) e.causes[k][e.ncauses[k]++] = other[k] - 1;
    }
    free(other);
    return e;
}

/* --- levels ----------------------------------------------------------------------------------- */

bool page_takes_part(const Finding *f, const char *thread) {
    return !strcmp(f->kind, "leak") || finding_is_about(f, thread);
}

/* Marks the last event of each thread that the finding is about, and what happens before these. */
static void mark_causes(PageEvents *e, const Finding *f) {
    VEC(const char *) seen = {0};
    for (size_t k = e->n; k-- > 0;) {
        const char *thread = e->steps[k]->thread;
        bool last = true;
        for (size_t j = 0; j < seen.len && last; j++) last = strcmp(seen.data[j], thread) != 0;
        if (last) vec_push(&seen, thread);
        if (last && page_takes_part(f, thread)) e->level[k] = LEVEL_KEY;
        for (size_t j = 0; e->level[k] && j < e->ncauses[k]; j++)
            if (!e->level[e->causes[k][j]]) e->level[e->causes[k][j]] = LEVEL_CAUSE;
    }
    vec_free(&seen);
}

/* Whether the event only begins a thread, which everything in it depends on. */
static bool is_beginning(const ScheduleStep *s) { return text_step_is(s, OPERATION_START); }

/* Marks causes through which one thread influences another. */
static void mark_influences(PageEvents *e) {
    for (size_t k = 0; k < e->n; k++) {
        if (!e->level[k] || is_beginning(e->steps[k])) continue;
        for (size_t j = 0; j < e->ncauses[k]; j++) {
            size_t cause = e->causes[k][j];
            if (!is_of_thread(e, cause, e->steps[k]->thread))
                e->level[k] = e->level[cause] = LEVEL_KEY;
        }
    }
}

/* Marks waits that nobody ended, loops that went round in vain, and loads and stores that the
 * finding is known to need. */
static void mark_special(PageEvents *e, const Finding *f) {
    for (size_t k = 0; k < e->n; k++) {
        const ScheduleStep *s = e->steps[k];
        if (e->level[k] && (text_is_spurious(s) || s->rounds || text_step_is(s, OPERATION_TIMEOUT)))
            e->level[k] = LEVEL_KEY;
    }
    for (size_t k = 0; k < f->ninterferences && e->n == f->nschedule; k++)
        e->level[f->interferences[k].load] = e->level[f->interferences[k].store] = LEVEL_KEY;
}

/* Marks where locks were taken that are still held at the end by threads that take part. */
static void mark_held(PageEvents *e, const PageTest *t) {
    for (size_t k = 0; t->run && k < e->n; k++) {
        const ConfigurationEvent *x = &t->run->events[k];
        bool held = x->lock && x->takes && page_takes_part(t->test->finding, x->step.thread);
        for (size_t j = k + 1; held && j < e->n; j++) {
            const ConfigurationEvent *y = &t->run->events[j];
            held = !y->lock || y->takes || y->lock_key != x->lock_key ||
                   strcmp(y->step.thread, x->step.thread) != 0;
        }
        if (held) e->level[k] = LEVEL_KEY;
    }
}

/* Marks the steps whose order is a reason. */
static void mark_reasons(PageEvents *e, const Why *w) {
    for (size_t k = 0; w && k < w->orders.len; k++) {
        const WhyOrder *o = &w->orders.data[k];
        if (o->earlier < e->n) e->level[o->earlier] = LEVEL_KEY;
        if (o->later < e->n) e->level[o->later] = LEVEL_KEY;
    }
    for (size_t k = 0; w && k < w->windows.len; k++) {
        const WhyWindow *x = &w->windows.data[k];
        size_t steps[] = {x->first, x->second, x->between};
        for (size_t n = 0; n < ARRAY_LEN(steps); n++)
            if (steps[n] < e->n) e->level[steps[n]] = LEVEL_KEY;
    }
}

PageEvents page_events_of(const PageTest *t) {
    const Finding *f = t->test->finding;
    PageEvents e = t->run ? events_of_run(t->run) : events_of_schedule(f);
    mark_causes(&e, f);
    mark_influences(&e);
    mark_special(&e, f);
    mark_held(&e, t);
    mark_reasons(&e, t->run ? t->why : NULL);
    return e;
}

void page_events_clear(PageEvents *e) {
    for (size_t k = 0; e->owned && k < e->n; k++) free(e->causes[k]);
    free(e->steps);
    free(e->causes);
    free(e->ncauses);
    free(e->level);
}
