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

/* Returns both values of an input, "x = 0 (not x = 7)": it passes with the first one. */
static char *input_values(const Finding *f, const WhyInput *x) {
    const InputReport *in = &f->inputs[x->input];
    InputReport other = {in->name, (uint8_t *)&x->value, in->size};
    char *is = text_input(in), *would = text_input(&other),
         *text = xasprintf("%s (not %s)", would, is);
    free(is);
    free(would);
    return text;
}

char *why_input_text(const Finding *f, const WhyInput *x) {
    char *values = input_values(f, x), *text = xasprintf("With the input %s it passes.", values);
    free(values);
    return text;
}

char *why_pair_text(const Finding *f, const WhyPair *x) {
    const WhyChange *a = &x->first, *b = &x->second;
    if (!b->is_input)
        return xstrdup("It fails because of these two orders; with both the other way round it "
                       "passes, with one of them it does not:");
    char *values = input_values(f, &b->input), *text;
    if (a->is_input) {
        char *others = input_values(f, &a->input);
        text = xasprintf("With the inputs %s and %s it passes, with one of them it does not.",
                         others, values);
        free(others);
    } else {
        text =
            xasprintf("It fails because of this order and an input; the other way round and with "
                      "%s it passes, with one of the two it does not:",
                      values);
    }
    free(values);
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

static void put_pair_steps(FILE *out, const Why *w, const Finding *f, const WhyPair *x,
                           const char *indent) {
    if (!x->first.is_input) put_order_steps(out, w, f, &x->first.order, indent);
    if (x->second.is_input) return;
    fprintf(out, "%sand\n", indent);
    put_order_steps(out, w, f, &x->second.order, indent);
}

static void put_sentence(FILE *out, const char *indent, char *text) {
    fputs(indent, out);
    text_clean(out, text);
    fputc('\n', out);
    free(text);
}

/* Prints that there is no reason, and what was tried. */
static void put_no_reason(FILE *out, const Why *w, const Finding *f, const char *indent) {
    char *tried = text_count(w->tried, "order", "orders"),
         *pairs = text_count(w->pairs_tried, "pair", "pairs");
    const char *inputs =
        f->ninputs ? "each input changed to a few other values" : "and there are no inputs";
    if (!w->complete || !w->inputs_complete)
        fprintf(
            out,
            "%sNo change was found that makes it pass: %s reversed before a limit was reached.\n",
            indent, tried);
    else if (!w->pairs_complete)
        fprintf(
            out,
            "%sNo single change makes it pass, and no two together were found: %s reversed, %s; "
            "%s before a limit was reached.\n",
            indent, tried, inputs, pairs);
    else
        fprintf(out, "%sNeither one change nor two together make it pass: %s reversed, %s; %s.\n",
                indent, tried, inputs, pairs);
    free(tried);
    free(pairs);
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
    } else if (w->pairs.len) {
        char *text = why_pair_text(f, &w->pairs.data[0]);
        put_note(out, note, text);
        free(text);
        put_pair_steps(out, w, f, &w->pairs.data[0], "");
    }
}

void text_why(FILE *out, const Why *w, const Finding *f, const char *indent) {
    for (size_t k = 0, next = 0; k < w->orders.len; k++) {
        if (next < w->windows.len && w->windows.data[next].order == k)
            put_window(out, w, f, &w->windows.data[next++], indent);
        else
            put_order(out, w, f, &w->orders.data[k], indent);
    }
    for (size_t k = 0; k < w->inputs.len; k++)
        put_sentence(out, indent, why_input_text(f, &w->inputs.data[k]));
    for (size_t k = 0; k < w->pairs.len; k++) {
        put_sentence(out, indent, why_pair_text(f, &w->pairs.data[k]));
        put_pair_steps(out, w, f, &w->pairs.data[k], indent);
    }
    if (!w->orders.len && !w->inputs.len && !w->pairs.len) put_no_reason(out, w, f, indent);
}
