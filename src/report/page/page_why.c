/* page_why.c — why a finding occurs, for a page: sentences, and the steps that they are about. */
#include "report/page/page_internal.h"
#include "report/formats/foreign_text.h"
#include "report/formats/run/text_why.h"
#include "report/text.h"
#include <stdlib.h>

/* Returns a step: its thread, its text, its place, and its event, -1 if it is none of the run. */
static json_t *why_step(PageData *d, const PageTest *t, size_t k) {
    const ScheduleStep *s = &t->why->steps[k];
    char *text = text_step(t->test->finding, s);
    json_t *j = json_array();
    size_t skipped = page_skipped(t);
    bool is_event = t->run && k < t->run->n && k >= skipped;
    json_array_append_new(j, foreign_json(s->thread));
    json_array_append_new(j, foreign_json(text));
    json_array_append_new(
        j, json_integer((json_int_t)page_place(d, t->test->build.directory, &s->place)));
    json_array_append_new(j, json_integer(is_event ? (json_int_t)(k - skipped) : -1));
    free(text);
    return j;
}

static json_t *why_item(const char *before, const char *behind) {
    json_t *j = json_object();
    json_object_set_new(j, "before", foreign_json(before));
    if (behind) json_object_set_new(j, "behind", foreign_json(behind));
    json_object_set_new(j, "steps", json_array());
    return j;
}

static json_t *why_window(PageData *d, const PageTest *t, const WhyWindow *x) {
    char *before, *behind;
    why_window_texts(t->why, t->test->finding, x, &before, &behind);
    json_t *j = why_item(before, behind), *steps = json_object_get(j, "steps");
    json_array_append_new(steps, why_step(d, t, x->first));
    json_array_append_new(steps, why_step(d, t, x->between));
    json_array_append_new(steps, why_step(d, t, x->second));
    free(before);
    free(behind);
    return j;
}

static json_t *why_order(PageData *d, const PageTest *t, const WhyOrder *o) {
    json_t *j = why_item(WHY_ORDER_TEXT, NULL), *steps = json_object_get(j, "steps");
    json_array_append_new(steps, why_step(d, t, o->earlier));
    json_array_append_new(steps, why_step(d, t, o->later));
    return j;
}

static json_t *why_input(const PageTest *t, const WhyInput *x) {
    char *text = why_input_text(t->test->finding, x);
    json_t *j = why_item(text, NULL);
    free(text);
    return j;
}

/* Of two orders all four steps follow each other. */
static json_t *why_pair(PageData *d, const PageTest *t, const WhyPair *x) {
    char *text = why_pair_text(t->test->finding, x);
    json_t *j = why_item(text, NULL), *steps = json_object_get(j, "steps");
    const WhyChange *changes[] = {&x->first, &x->second};
    for (size_t k = 0; k < ARRAY_LEN(changes); k++) {
        if (changes[k]->is_input) continue;
        json_array_append_new(steps, why_step(d, t, changes[k]->order.earlier));
        json_array_append_new(steps, why_step(d, t, changes[k]->order.later));
    }
    free(text);
    return j;
}

/* Whether an earlier window is of the same three steps: several orders may lead to one. */
static bool is_window_again(const Why *w, size_t n) {
    const WhyWindow *x = &w->windows.data[n];
    for (size_t k = 0; k < n; k++) {
        const WhyWindow *y = &w->windows.data[k];
        if (y->first == x->first && y->second == x->second && y->between == x->between) return true;
    }
    return false;
}

static void add_orders(PageData *d, const PageTest *t, json_t *all) {
    const Why *w = t->why;
    for (size_t k = 0, next = 0; k < w->orders.len; k++) {
        bool window = next < w->windows.len && w->windows.data[next].order == k;
        if (!window)
            json_array_append_new(all, why_order(d, t, &w->orders.data[k]));
        else if (!is_window_again(w, next))
            json_array_append_new(all, why_window(d, t, &w->windows.data[next]));
        next += window;
    }
}

json_t *page_why(PageData *d, const PageTest *t) {
    json_t *all = json_array();
    add_orders(d, t, all);
    for (size_t k = 0; k < t->why->inputs.len; k++)
        json_array_append_new(all, why_input(t, &t->why->inputs.data[k]));
    for (size_t k = 0; k < t->why->pairs.len; k++)
        json_array_append_new(all, why_pair(d, t, &t->why->pairs.data[k]));
    return all;
}
