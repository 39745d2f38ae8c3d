/* perfetto.c — see perfetto.h. The phases are those of the trace event format: X a slice, b and e
 * the ends of a slice on a track of its own, s and f the ends of an arrow, i an instant, M a
 * name. */
#include "report/formats/run/perfetto.h"
#include "report/formats/foreign_text.h"
#include "report/text.h"
#include <stdlib.h>

#define PROCESS_NUMBER 1

/* A lock from the event that takes it on. */
typedef struct HeldLock {
    const ConfigurationEvent *taken;
    size_t track, number;
} HeldLock;

typedef struct Trace {
    json_t *events;
    const Finding *finding;    /* which tells what threads are called */
    VEC(const char *) threads; /* the track of a thread is its index + 1 */
    VEC(HeldLock) held;
    size_t locks, flows; /* how many there are so far */
} Trace;

static size_t track_of(Trace *t, const char *thread) {
    size_t k = 0;
    while (k < t->threads.len && strcmp(t->threads.data[k], thread)) k++;
    if (k == t->threads.len) vec_push(&t->threads, thread);
    return k + 1;
}

/* Adds an event, and returns it for further members. */
static json_t *trace_add(Trace *t, const char *phase, const char *category, const char *name,
                         size_t track, size_t time) {
    json_t *j = json_object();
    json_object_set_new(j, "ph", json_string(phase));
    if (category) json_object_set_new(j, "cat", json_string(category));
    json_object_set_new(j, "name", foreign_json(name));
    json_object_set_new(j, "pid", json_integer(PROCESS_NUMBER));
    json_object_set_new(j, "tid", json_integer((json_int_t)track));
    json_object_set_new(j, "ts", json_integer((json_int_t)time));
    json_array_append_new(t->events, j);
    return j;
}

static void trace_name(Trace *t, const char *what, const char *name, size_t track) {
    json_t *arguments = json_object();
    json_object_set_new(arguments, "name", foreign_json(name));
    json_object_set_new(trace_add(t, "M", NULL, what, track, 0), "args", arguments);
}

static void add_slice(Trace *t, const ConfigurationEvent *e, size_t k) {
    const ScheduleStep *s = &e->step;
    char *text = text_step(NULL, s), *place = text_place(&s->place);
    json_t *j = trace_add(t, "X", s->kind, text, track_of(t, s->thread), k * PERFETTO_EVENT_TIME),
           *arguments = json_object();
    json_object_set_new(j, "dur", json_integer(PERFETTO_EVENT_TIME - 1));
    json_object_set_new(arguments, "event", json_integer((json_int_t)k + 1));
    json_object_set_new(arguments, "place", foreign_json(place));
    json_object_set_new(arguments, "function", foreign_json(s->place.function));
    json_object_set_new(arguments, "outcome", json_integer(s->outcome));
    json_object_set_new(j, "args", arguments);
    free(place);
    free(text);
}

/* Adds one end of the slice of a lock. */
static void add_lock_end(Trace *t, const HeldLock *held, const char *phase, size_t time) {
    char *thread = text_thread(t->finding, held->taken->step.thread),
         *name = xasprintf("%s, held by %s", held->taken->lock, thread);
    free(thread);
    json_object_set_new(trace_add(t, phase, "held", name, held->track, time), "id",
                        json_integer((json_int_t)held->number));
    free(name);
}

static void add_lock(Trace *t, const ConfigurationEvent *e, size_t k) {
    size_t track = track_of(t, e->step.thread), time = k * PERFETTO_EVENT_TIME;
    if (e->takes) {
        HeldLock held = {e, track, ++t->locks};
        add_lock_end(t, &held, "b", time);
        vec_push(&t->held, held);
        return;
    }
    for (size_t n = t->held.len; n-- > 0;) {
        HeldLock held = t->held.data[n];
        if (held.taken->lock_key != e->lock_key || held.track != track) continue;
        add_lock_end(t, &held, "e", time + PERFETTO_EVENT_TIME - 1);
        for (; n + 1 < t->held.len; n++) t->held.data[n] = t->held.data[n + 1];
        t->held.len--;
        return;
    }
}

static void add_flow(Trace *t, const Configuration *c, size_t from, size_t to) {
    size_t number = ++t->flows;
    size_t middle = PERFETTO_EVENT_TIME / 2;
    json_t *start = trace_add(t, "s", "dependence", "dependence",
                              track_of(t, c->events[from].step.thread),
                              from * PERFETTO_EVENT_TIME + middle),
           *end =
               trace_add(t, "f", "dependence", "dependence", track_of(t, c->events[to].step.thread),
                         to * PERFETTO_EVENT_TIME + middle);
    json_object_set_new(start, "id", json_integer((json_int_t)number));
    json_object_set_new(end, "id", json_integer((json_int_t)number));
    json_object_set_new(end, "bp", json_string("e")); /* the arrow ends at the slice around it */
}

static void add_flows(Trace *t, const Configuration *c, size_t k) {
    const ConfigurationEvent *e = &c->events[k];
    for (size_t j = 0; j < e->ncauses; j++)
        if (strcmp(c->events[e->causes[j]].step.thread, e->step.thread))
            add_flow(t, c, e->causes[j], k);
}

/* Returns the time behind the thread's last event. */
static size_t time_of_end(const Configuration *c, const char *thread) {
    size_t k = c->n;
    while (k && strcmp(c->events[k - 1].step.thread, thread)) k--;
    return k * PERFETTO_EVENT_TIME;
}

/* Adds a slice for each thread that is blocked at the end, up to the end. */
static void add_blocked(Trace *t, const Configuration *c, const Finding *f, size_t end) {
    for (size_t k = 0; k < f->nthreads; k++) {
        const ThreadReport *r = &f->threads[k];
        if (!thread_report_blocked(r)) continue;
        size_t start = time_of_end(c, r->name);
        json_t *j = trace_add(t, "X", "blocked", r->status, track_of(t, r->name), start);
        json_object_set_new(j, "dur", json_integer((json_int_t)(end - start)));
    }
}

static void add_instant(Trace *t, const Finding *f, size_t end) {
    char *text = xasprintf("%s [%s]", f->message, f->kind);
    json_t *j = trace_add(t, "i", "finding", text,
                          track_of(t, f->thread && *f->thread ? f->thread : "0"), end);
    json_object_set_new(j, "s", json_string("t"));
    free(text);
}

static void add_names(Trace *t, const Finding *f) {
    char *text = xasprintf("heddle: %s", f->message);
    trace_name(t, "process_name", text, 0);
    free(text);
    for (size_t k = 0; k < t->threads.len; k++) {
        text = text_thread(f, t->threads.data[k]);
        trace_name(t, "thread_name", text, k + 1);
        free(text);
    }
}

char *perfetto_text(const Configuration *c, const Finding *test) {
    Trace t = {.events = json_array(), .finding = test};
    size_t end = (c->n + 1) * PERFETTO_EVENT_TIME;
    for (size_t k = 0; k < c->n; k++) {
        add_slice(&t, &c->events[k], k);
        if (c->events[k].lock) add_lock(&t, &c->events[k], k);
        add_flows(&t, c, k);
    }
    for (size_t k = 0; k < t.held.len; k++) add_lock_end(&t, &t.held.data[k], "e", end);
    add_blocked(&t, c, test, end);
    if (!finding_is_path(test)) add_instant(&t, test, end);
    add_names(&t, test);
    json_t *j = json_object();
    json_object_set_new(j, "displayTimeUnit", json_string("ms"));
    json_object_set_new(j, "traceEvents", t.events);
    vec_free(&t.threads);
    vec_free(&t.held);
    return foreign_json_lines(j);
}
