/*
 * replay_plan.c — reads the plan and writes the report. See replay.h; the format of both is that of
 * src/replay/native_plan.c.
 */
#include "replay.h"
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

Plan replay_plan = {.thread = -1, .accessing = {-1, -1}};

typedef struct Input {
    char *name;
    unsigned char *bytes;
    size_t size;
} Input;
static Input *inputs;
static size_t ninputs;

static void *grown(void *list, size_t len, size_t size) {
    if (len & (len - 1)) return list;
    list = realloc(list, (len ? len * 2 : 1) * size);
    if (!list) abort();
    return list;
}

/* Returns the next word of a line, and moves behind it. */
static char *word(char **at) {
    char *begin = *at;
    *at += strcspn(*at, " ");
    if (**at) *(*at)++ = 0;
    return begin;
}

static unsigned number(char **at) { return (unsigned)strtoul(word(at), NULL, 10); }

static Place place(char **at) {
    Place p = {.line = number(at)};
    p.column = number(at);
    p.file = *at;
    return p;
}

static unsigned digit(char c) { return (unsigned)(c <= '9' ? c - '0' : c - 'a' + 10); }

/* Turns pairs of hexadecimal digits into bytes, in place. */
static size_t from_hex(char *text) {
    size_t n = 0;
    for (; text[2 * n] && text[2 * n + 1]; n++)
        text[n] = (char)(digit(text[2 * n]) << 4 | digit(text[2 * n + 1]));
    return n;
}

static void add_input(char *at) {
    char *name = word(&at);
    Input i = {.name = name, .bytes = (unsigned char *)at};
    name[from_hex(name)] = 0;
    i.size = from_hex(at);
    inputs = grown(inputs, ninputs, sizeof *inputs);
    inputs[ninputs++] = i;
}

static void take_line(char *line) {
    char what = *line, *at = line + 2;
    Plan *p = &replay_plan;
    if (what == 't') {
        p->threads = grown(p->threads, (size_t)p->nthreads, sizeof *p->threads);
        p->threads[p->nthreads++] = (PlannedThread){.name = at};
    } else if (what == 's') {
        PlannedStep s = {.thread = (int)number(&at)};
        s.kind = word(&at);
        s.outcome = number(&at);
        s.place = place(&at);
        p->steps = grown(p->steps, p->nsteps, sizeof *p->steps);
        p->steps[p->nsteps++] = s;
    } else if (what == 'i') {
        add_input(at);
    } else if (what == 'p') {
        int thread = (int)number(&at);
        p->threads[thread].standing = place(&at);
        p->threads[thread].stands = true;
    } else if (what == 'a') {
        int k = p->accessing[0] >= 0;
        p->accessing[k] = (int)number(&at);
        p->accesses[k] = place(&at);
    } else if (what == 'f') {
        p->thread = (int)strtol(word(&at), NULL, 10);
        p->place = place(&at);
    }
}

void replay_read_plan(void) {
    const char *path = getenv("HEDDLE_NATIVE_PLAN");
    FILE *f = path ? fopen(path, "r") : NULL;
    char *line = NULL;
    size_t room = 0;
    ssize_t n;
    if (!f) {
        fputs("heddle: this program was built by heddle replay --native, which runs it\n", stderr);
        _exit(127);
    }
    while ((n = getline(&line, &room, f)) > 0) {
        line[n - 1] = 0;
        take_line(line);
        line = NULL; /* the plan keeps it */
        room = 0;
    }
    free(line);
    fclose(f);
    replay_plan.debugged = getenv("HEDDLE_NATIVE_DEBUGGED") != NULL;
}

void replay_input(const char *name, void *bytes, size_t size) {
    memset(bytes, 0, size);
    for (size_t k = 0; k < ninputs; k++)
        if (!strcmp(inputs[k].name, name))
            memcpy(bytes, inputs[k].bytes, inputs[k].size < size ? inputs[k].size : size);
}

bool replay_same_place(const Place *a, const Place *b) {
    return a->line == b->line && a->column == b->column &&
           (a->file == b->file || !strcmp(a->file, b->file));
}

void replay_report(const char *format, ...) {
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    int n = vsnprintf(text, sizeof text - 1, format, arguments);
    va_end(arguments);
    if (n < 0) return;
    if ((size_t)n > sizeof text - 2) n = sizeof text - 2;
    text[n++] = '\n';
    const char *path = getenv("HEDDLE_NATIVE_REPORT");
    int fd = path ? open(path, O_WRONLY | O_APPEND | O_CLOEXEC) : -1;
    if (fd < 0) return;
    (void)!write(fd, text, (size_t)n);
    close(fd);
}
