/*
 * sentences.c — how threads and their operations are called in texts for people: by the routine of
 * a thread, and with verbs. See text.h.
 */
#include "report/text.h"
#include "vm/machine/machine.h"
#include <ctype.h>
#include <stdlib.h>

/* --- threads ---------------------------------------------------------------------------------- */

char *text_thread(const Finding *f, const char *name) {
    const ThreadReport *t = f ? finding_thread(f, name) : NULL;
    if (!t || !t->routine) return xasprintf("thread %s", name ? name : "?");
    unsigned same = 0, number = 0;
    for (size_t k = 0; k < f->nthreads; k++) {
        const char *other = f->threads[k].routine;
        same += other && !strcmp(other, t->routine);
        if (&f->threads[k] == t) number = same;
    }
    return same > 1 ? xasprintf("%s #%u (%s)", t->routine, number, name)
                    : xasprintf("%s (%s)", t->routine, name);
}

/* Returns the length of a thread's name ("0", "0.1") at the beginning of a text, or 0. */
static size_t name_length(const char *s) {
    size_t n = 0;
    while (isdigit((unsigned char)s[n])) {
        while (isdigit((unsigned char)s[n])) n++;
        if (s[n] != '.' || !isdigit((unsigned char)s[n + 1])) break;
        n++;
    }
    return n;
}

char *text_with_threads(const Finding *f, const char *s) {
    static const char word[] = "thread ";
    StrBuf b = {0};
    str_add(&b, "");
    for (bool begins = true; *s; begins = !isalnum((unsigned char)s[-1])) {
        size_t before = sizeof word - 1, n = 0;
        if (begins && !strncmp(s, word, before)) n = name_length(s + before);
        char *name = n ? xasprintf("%.*s", (int)n, s + before) : NULL;
        if (name && f && finding_thread(f, name)) {
            char *text = text_thread(f, name);
            str_add(&b, text);
            free(text);
            s += before + n;
        } else
            str_addc(&b, *s++);
        free(name);
    }
    return b.data;
}

/* --- operations ------------------------------------------------------------------------------- */

bool text_step_is(const ScheduleStep *s, int kind) {
    return !strcmp(s->kind, operation_names[kind]);
}

bool text_is_spurious(const ScheduleStep *s) {
    return text_step_is(s, OPERATION_WAIT) && s->outcome & WAIT_SPURIOUS;
}

/* Returns what the step does to an object; if its kind is not known, its name says so. */
static char *step_words(const ScheduleStep *s, const char *object) {
    for (unsigned kind = 0; kind < OPERATION_KINDS; kind++)
        if (text_step_is(s, (int)kind)) return operation_sentence((OperationKind)kind, object);
    return xasprintf("%s%s%s", s->kind, object ? " " : "", object ? object : "");
}

static bool has_no_object(const ScheduleStep *s) {
    static const OperationKind kinds[] = {OPERATION_START, OPERATION_EXIT, OPERATION_PROCESS_EXIT,
                                          OPERATION_SECTION, OPERATION_BRANCH};
    for (size_t k = 0; k < ARRAY_LEN(kinds); k++)
        if (text_step_is(s, kinds[k])) return true;
    return false;
}

char *text_step(const Finding *f, const ScheduleStep *s) {
    char *text, *object = NULL;
    if (s->object_name && *s->object_name)
        object = text_with_threads(f, s->object_name);
    else if (s->object && !has_no_object(s))
        object = xasprintf("0x%llx", (unsigned long long)s->object);
    text = step_words(s, object);
    free(object);
    bool spurious = text_is_spurious(s);
    if (!s->rounds && !spurious) return text;
    char *all = spurious ? xasprintf("%s and wakes spuriously", text)
                         : xasprintf("%s, %u more rounds", text, s->rounds);
    free(text);
    return all;
}

char *text_step_on_it(const ScheduleStep *s) {
    return step_words(s, has_no_object(s) ? NULL : "it");
}
