/*
 * text_parts.c — the smallest parts of texts for people: places, names of threads, foreign texts.
 */
#include "report/text.h"
#include <stdlib.h>

/* Prints text from the program under test or a file: control characters do not reach the
 * terminal. */
void text_clean(FILE *out, const char *s) {
    for (; *s; s++) {
        unsigned char c = (unsigned char)*s;
        if (c == '\t')
            fputc(' ', out);
        else if (c < 32 || c == 127)
            fprintf(out, "\\x%02x", c);
        else
            fputc(c, out);
    }
}

char *text_place(const SourcePlace *p) {
    if (!p->file || !*p->file) {
        if (p->function && *p->function) return xasprintf("(in %s)", p->function);
        return xstrdup("(unknown place)");
    }
    if (!p->line) return xstrdup(p->file);
    if (!p->column) return xasprintf("%s:%u", p->file, p->line);
    return xasprintf("%s:%u:%u", p->file, p->line, p->column);
}

const char *text_other_message(const Finding *f) {
    return f->other_message && *f->other_message ? f->other_message : "the other access";
}

void text_put_told(FILE *out, const Finding *f, const char *s) {
    char *told = text_with_threads(f, s);
    text_clean(out, told);
    free(told);
}

void text_put_thread(FILE *out, const Finding *f, const char *name) {
    char *thread = text_thread(f, name);
    text_clean(out, thread);
    free(thread);
}
