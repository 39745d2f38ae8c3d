/*
 * text_stacks.c — the parts of a finding that show calls: where the threads are, and how they
 * reached the accesses of a race. Calls inside libraries are folded: of each row of them only the
 * function is shown that the program called, and nothing of what called the program.
 */
#include "report/formats/foreign_text.h"
#include "report/text.h"
#include <stdlib.h>
#include <string.h>

#define FRAMES_TOLD 12

/* Whether a call is inside a library and is to be folded. */
static bool is_folded(const TextStyle *style, const SourcePlace *p) {
    return !style->full_stacks && p->file && foreign_is_library(p->file);
}

/* Returns the number of calls, from the innermost on, up to the outermost one of the program. All
 * of them if none is the program's. */
static size_t program_depth(const TextStyle *style, const SourcePlace *stack, size_t depth) {
    size_t n = depth;
    while (n && is_folded(style, &stack[n - 1])) n--;
    return n ? n : depth;
}

bool text_is_one_call(const TextStyle *style, const ThreadReport *t) {
    size_t depth = program_depth(style, t->stack, t->depth), n = 0;
    for (size_t k = 0; k < depth; k++) n += !is_folded(style, &t->stack[k]);
    return n <= 1;
}

static void put_call(FILE *out, const SourcePlace *p, bool folded) {
    char *place = text_place(p);
    bool named = p->function && *p->function && *place != '(';
    if (folded && named)
        fprintf(out, "      %s (library)\n", p->function);
    else
        fprintf(out, "      %s%s%s\n", named ? p->function : "", named ? " at " : "", place);
    free(place);
}

static void put_stack(FILE *out, const TextStyle *style, const SourcePlace *stack, size_t depth) {
    size_t told = 0, n = program_depth(style, stack, depth);
    bool folds = n && !is_folded(style, &stack[n - 1]);
    for (size_t k = 0; k < n; k++) {
        bool folded = folds && is_folded(style, &stack[k]);
        if (folded && k + 1 < n && is_folded(style, &stack[k + 1])) continue;
        if (told++ == FRAMES_TOLD && n > k + 1) {
            fprintf(out, "      ... and %zu more calls\n", n - k);
            break;
        }
        put_call(out, &stack[k], folded);
    }
}

static void access_note(FILE *out, const TextStyle *style, const Finding *f, const char *before,
                        const char *what, const char *thread, const AccessReport *a) {
    if (!a->depth) return;
    fputs(before, out);
    text_put_told(out, f, what);
    fputs(" by ", out);
    text_put_thread(out, f, thread);
    fputs(a->nlocks ? " holds " : " holds no lock", out);
    for (size_t k = 0; k < a->nlocks; k++) {
        const LockReport *l = &a->locks[k];
        if (k) fputs(", ", out);
        text_clean(out, l->name);
        if (!l->place.line) continue;
        char *place = text_place(&l->place);
        fprintf(out, " (taken at %s)", place);
        free(place);
    }
    fputc('\n', out);
    put_stack(out, style, a->stack, a->depth);
}

void text_accesses(FILE *out, const TextStyle *style, const Finding *f, const char *before) {
    if (f->variable && f->message && !strstr(f->message, f->variable)) {
        fprintf(out, "%sthe accesses are to ", before);
        text_clean(out, f->variable);
        fputc('\n', out);
    }
    access_note(out, style, f, before, "the access", f->thread, &f->access);
    access_note(out, style, f, before, text_other_message(f), f->other_thread, &f->other_access);
}

void text_threads(FILE *out, const TextStyle *style, const Finding *f) {
    for (size_t i = 0; i < f->nthreads; i++) {
        const ThreadReport *t = &f->threads[i];
        fputs("    ", out);
        text_put_thread(out, f, t->name);
        if (t->status && *t->status) {
            fputs(": ", out);
            text_put_told(out, f, t->status);
        }
        fputs(f->thread && !strcmp(f->thread, t->name) ? "  <- here\n" : "\n", out);
        put_stack(out, style, t->stack, t->depth);
    }
}
