/* text_why.c — see text_why.h. */
#include "report/formats/run/text_why.h"
#include "report/text.h"
#include <ctype.h>
#include <stdlib.h>

/* "worker (0.1) locks the mutex `m`, prog.c:12:5 in worker" */
static char *step_sentence(const Finding *f, const ScheduleStep *s) {
    char *what = text_step(f, s), *place = text_place(&s->place),
         *thread = text_thread(f, s->thread), *text;
    const char *function = s->place.function && *s->place.function ? s->place.function : NULL;
    text = xasprintf("%s %s, %s%s%s", thread, what, place, function ? " in " : "",
                     function ? function : "");
    free(what);
    free(place);
    free(thread);
    return text;
}

static void put_step(FILE *out, const Finding *f, const char *indent, const char *before,
                     const ScheduleStep *s) {
    char *text = step_sentence(f, s);
    fprintf(out, "%s%s", indent, before);
    text_clean(out, text);
    fputc('\n', out);
    free(text);
}

void why_window_texts(const Why *w, const Finding *f, const WhyWindow *x, char **before,
                      char **behind) {
    char *own = text_thread(f, w->steps[x->first].thread),
         *other = text_thread(f, w->steps[x->between].thread);
    *before = xasprintf(
        "It fails because %s comes between two steps of %s; behind both it passes:", other, own);
    *behind = xasprintf("The two steps of %s would have to be one: under one lock, or one atomic "
                        "operation.",
                        own);
    free(own);
    free(other);
}

char *why_input_text(const Finding *f, const WhyInput *x) {
    const InputReport *in = &f->inputs[x->input];
    InputReport other = {in->name, (uint8_t *)&x->value, in->size};
    char *is = text_input(in), *would = text_input(&other),
         *text = xasprintf("With the input %s (not %s) it passes.", would, is);
    free(is);
    free(would);
    return text;
}

/* Prints the steps of a window, and of an order. */
static void put_window_steps(FILE *out, const Why *w, const Finding *f, const WhyWindow *x,
                             const char *indent) {
    put_step(out, f, indent, "    ", &w->steps[x->first]);
    put_step(out, f, indent, "    -> ", &w->steps[x->between]);
    put_step(out, f, indent, "    ", &w->steps[x->second]);
}

static void put_order_steps(FILE *out, const Why *w, const Finding *f, const WhyOrder *o,
                            const char *indent) {
    put_step(out, f, indent, "    ", &w->steps[o->earlier]);
    put_step(out, f, indent, "    -> ", &w->steps[o->later]);
}

static void put_window(FILE *out, const Why *w, const Finding *f, const WhyWindow *x,
                       const char *indent) {
    char *before, *behind;
    why_window_texts(w, f, x, &before, &behind);
    fprintf(out, "%s%s\n", indent, before);
    put_window_steps(out, w, f, x, indent);
    fprintf(out, "%s%s\n", indent, behind);
    free(before);
    free(behind);
}

static void put_order(FILE *out, const Why *w, const Finding *f, const WhyOrder *o,
                      const char *indent) {
    fprintf(out, "%s" WHY_ORDER_TEXT "\n", indent);
    put_order_steps(out, w, f, o, indent);
}

/* Prints a sentence as a note, which begins with a small letter. */
static void put_note(FILE *out, const char *note, const char *sentence) {
    fprintf(out, "%s%c", note, tolower((unsigned char)*sentence));
    text_clean(out, sentence + 1);
    fputc('\n', out);
}

void text_why_first(FILE *out, const Why *w, const Finding *f, const char *note) {
    if (w->windows.len) {
        char *before, *behind;
        why_window_texts(w, f, &w->windows.data[0], &before, &behind);
        put_note(out, note, before);
        put_window_steps(out, w, f, &w->windows.data[0], "");
        free(before);
        free(behind);
    } else if (w->orders.len) {
        put_note(out, note, WHY_ORDER_TEXT);
        put_order_steps(out, w, f, &w->orders.data[0], "");
    }
}

void text_why(FILE *out, const Why *w, const Finding *f, const char *indent) {
    for (size_t k = 0, next = 0; k < w->orders.len; k++) {
        if (next < w->windows.len && w->windows.data[next].order == k)
            put_window(out, w, f, &w->windows.data[next++], indent);
        else
            put_order(out, w, f, &w->orders.data[k], indent);
    }
    for (size_t k = 0; k < w->inputs.len; k++) {
        char *text = why_input_text(f, &w->inputs.data[k]);
        fputs(indent, out);
        text_clean(out, text);
        fputc('\n', out);
        free(text);
    }
    if (w->orders.len || w->inputs.len) return;
    char *tried = text_count(w->tried, "order", "orders");
    fprintf(out, "%sNo single change makes it pass: %s reversed%s, %s\n", indent, tried,
            w->complete ? "" : " before the time was over",
            f->ninputs ? "each input changed to a few other values." : "and there are no inputs.");
    free(tried);
}
