/*
 * finding.c — ownership of findings, and equality of bugs. See finding.h.
 */
#include "finding/finding.h"
#include <stdio.h>
#include <stdlib.h>

void place_free(SourcePlace *p) {
    free(p->file);
    free(p->function);
}

SourcePlace place_copy(const SourcePlace *p) {
    return (SourcePlace){xstrdup(p->file ? p->file : ""), xstrdup(p->function ? p->function : ""),
                         p->line, p->column};
}

void thread_report_clear(ThreadReport *t) {
    for (size_t k = 0; k < t->depth; k++) place_free(&t->stack[k]);
    free(t->stack);
    place_free(&t->place);
    free(t->name);
    free(t->routine);
    free(t->status);
}

void schedule_step_clear(ScheduleStep *s) {
    free(s->thread);
    free(s->kind);
    free(s->object_name);
    place_free(&s->place);
}

static void access_free(AccessReport *a) {
    for (size_t k = 0; k < a->depth; k++) place_free(&a->stack[k]);
    for (size_t k = 0; k < a->nlocks; k++) {
        free(a->locks[k].name);
        place_free(&a->locks[k].place);
    }
    free(a->stack);
    free(a->locks);
}

void finding_forget_run(Finding *f) {
    for (size_t i = 0; i < f->ninputs; i++) {
        free(f->inputs[i].name);
        free(f->inputs[i].bytes);
    }
    free(f->inputs);
    for (size_t i = 0; i < f->nschedule; i++) schedule_step_clear(&f->schedule[i]);
    free(f->schedule);
    free(f->interferences);
    free(f->visible);
    for (size_t i = 0; i < f->nslots; i++) free(f->slots[i]);
    free(f->slots);
    free(f->output);
    f->inputs = NULL;
    f->schedule = NULL;
    f->interferences = NULL;
    f->visible = NULL;
    f->slots = NULL;
    f->output = NULL;
    f->ninputs = f->nschedule = f->ninterferences = f->nvisible = f->nslots = f->output_len = 0;
}

void finding_free(Finding *f) {
    if (!f) return;
    access_free(&f->access);
    access_free(&f->other_access);
    free(f->variable);
    free(f->object);
    free(f->member);
    free(f->reason);
    free(f->follows);
    free(f->kind);
    free(f->message);
    place_free(&f->place);
    free(f->thread);
    place_free(&f->other_place);
    free(f->other_thread);
    free(f->other_message);
    for (size_t i = 0; i < f->nthreads; i++) thread_report_clear(&f->threads[i]);
    free(f->threads);
    finding_forget_run(f);
    free(f->test);
    free(f);
}

static bool place_known(const SourcePlace *p) { return p->file && *p->file && p->line; }

static char *place_text(const SourcePlace *p) {
    return xasprintf("%s:%u:%u:%s", p->file ? p->file : "", p->line, p->column,
                     p->function ? p->function : "");
}

static int compare_finding_texts(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Where a thread is: what the program calls there, not where in a library that waits, which depends
 * on what else is explored. */
static char *thread_place_text(const ThreadReport *t) {
    return place_text(place_known(&t->place) ? &t->place : &t->stack[0]);
}

bool thread_reports_same_place(const ThreadReport *a, const ThreadReport *b) {
    if (!a->depth || !b->depth) return a->depth == b->depth;
    char *x = thread_place_text(a), *y = thread_place_text(b);
    bool same = !strcmp(x, y);
    free(x);
    free(y);
    return same;
}

bool thread_report_blocked(const ThreadReport *t) {
    return t->depth && t->status && has_prefix(t->status, "blocked");
}

/*
 * The order of the places does not count: the same race is found from either side, the same
 * deadlock with the threads in either role. Thread names never count, since equal threads run the
 * same code. The text of an assertion counts, since a macro can have several at one place.
 */
char *finding_key(const Finding *f) {
    VEC(char *) places = {0};
    const char *kind = f->kind ? f->kind : "";
    bool vague = !place_known(&f->place);
    if (!strcmp(kind, "deadlock")) {
        for (size_t i = 0; i < f->nthreads; i++)
            if (thread_report_blocked(&f->threads[i]))
                vec_push(&places, thread_place_text(&f->threads[i]));
        vague = places.len == 0;
    }
    if (places.len == 0) vec_push(&places, place_text(&f->place));
    if (f->has_other) vec_push(&places, place_text(&f->other_place));
    qsort(places.data, places.len, sizeof(char *), compare_finding_texts);
    StrBuf key = {0};
    str_add(&key, kind);
    for (size_t i = 0; i < places.len; i++) {
        /* Any number of threads blocked at one place is one deadlock. */
        if (i && !f->has_other && !strcmp(places.data[i], places.data[i - 1])) continue;
        str_addf(&key, "|%s", places.data[i]);
    }
    if (vague || !strcmp(kind, "assertion")) str_addf(&key, "|%s", f->message ? f->message : "");
    for (size_t i = 0; i < places.len; i++) free(places.data[i]);
    vec_free(&places);
    return key.data;
}

char *finding_object_name(const char *object) {
    const char *address = strstr(object, ENDED_BEFORE);
    return xasprintf("%.*s", (int)(address ? address - object : (long)strlen(object)), object);
}

char *finding_key_across(const Finding *f) {
    return xasprintf("%s|%s|%s|%s", f->kind, f->place.function ? f->place.function : "", f->message,
                     f->has_other && f->other_place.function ? f->other_place.function : "");
}

void finding_swap_places(Finding *f, Finding *other) {
    SourcePlace place = f->place, second = f->other_place;
    ThreadReport *threads = f->threads;
    size_t nthreads = f->nthreads;
    f->place = other->place;
    f->threads = other->threads;
    f->nthreads = other->nthreads;
    other->place = place;
    other->threads = threads;
    other->nthreads = nthreads;
    if (!f->has_other || !other->has_other) return;
    f->other_place = other->other_place;
    other->other_place = second;
}

void finding_take_accesses(Finding *f, Finding *other) {
    if (!f || f->access.depth || f->other_access.depth || strcmp(f->thread, other->thread)) return;
    AccessReport none = {0};
    f->access = other->access;
    f->other_access = other->other_access;
    other->access = other->other_access = none;
}

static bool is_blocked_at(const Finding *f, const char *place) {
    bool found = false;
    for (size_t i = 0; i < f->nthreads && !found; i++) {
        if (!thread_report_blocked(&f->threads[i])) continue;
        char *other = thread_place_text(&f->threads[i]);
        found = !strcmp(other, place);
        free(other);
    }
    return found;
}

bool finding_covers(const Finding *whole, const Finding *part) {
    if (!whole->kind || !part->kind || strcmp(whole->kind, "deadlock") ||
        strcmp(part->kind, "deadlock"))
        return false;
    bool covered = true;
    for (size_t i = 0; i < part->nthreads && covered; i++) {
        if (!thread_report_blocked(&part->threads[i])) continue;
        char *place = thread_place_text(&part->threads[i]);
        covered = is_blocked_at(whole, place);
        free(place);
    }
    return covered;
}

bool finding_is_standstill(const Finding *f) {
    return !strcmp(f->kind, "hang") && !strcmp(f->message, STANDSTILL_MESSAGE);
}

bool finding_stops(const Finding *f) {
    static const char *const others[] = {"race", "deadlock", "leak"};
    if (f->goes_on) return f->partial;
    if (finding_is_standstill(f)) return false;
    for (size_t k = 0; k < ARRAY_LEN(others); k++)
        if (!strcmp(f->kind, others[k])) return false;
    return true;
}

const ThreadReport *finding_thread(const Finding *f, const char *name) {
    for (size_t k = 0; name && k < f->nthreads; k++)
        if (!strcmp(f->threads[k].name, name)) return &f->threads[k];
    return NULL;
}

bool finding_is_about(const Finding *f, const char *thread) {
    if (f->thread && !strcmp(f->thread, thread)) return true;
    if (f->has_other && f->other_thread && !strcmp(f->other_thread, thread)) return true;
    const ThreadReport *t = strcmp(f->kind, "deadlock") ? NULL : finding_thread(f, thread);
    return t && thread_report_blocked(t);
}

bool finding_is_path(const Finding *f) { return !strcmp(f->kind, FINDING_PATH); }
