/*
 * sample_finding.h — a finding for the tests of what is written and told about findings.
 */
#ifndef HEDDLE_TESTS_SAMPLE_FINDING_H
#define HEDDLE_TESTS_SAMPLE_FINDING_H

#include "explore/campaign.h"
#include <stdlib.h>
#include <string.h>

static inline SourcePlace place(const char *file, uint32_t line, uint32_t column, const char *function) {
    return (SourcePlace){xstrdup(file), xstrdup(function), line, column};
}

static inline ScheduleStep step(const char *thread, const char *kind, uint64_t object, uint32_t ordinal,
                                uint32_t line) {
    return (ScheduleStep){.thread = xstrdup(thread),
                          .kind = xstrdup(kind),
                          .object = object,
                          .ordinal = ordinal,
                          .outcome = ordinal % 2,
                          .place = place("race.c", line, 3, "worker"),
                          .object_name = xstrdup(object ? "the global `x`" : "")};
}

/* A race of two threads with inputs, hard cases for the format included. */
static inline Finding *sample(void) {
    Finding *f = xcalloc(1, sizeof *f);
    f->kind = xstrdup("race");
    f->message = xstrdup("data race: write of 4 bytes of `x` \"quoted\"\n\x01");
    f->place = place("race.c", 7, 5, "worker");
    f->thread = xstrdup("0.1");
    f->has_other = true;
    f->other_place = place("folder/caf\xe9.c", 9, 0, "main"); /* not UTF-8 */
    f->other_thread = xstrdup("0");
    f->other_message = xstrdup("read of 4 bytes");
    f->nthreads = 2;
    f->threads = xcalloc(2, sizeof *f->threads);
    for (int i = 0; i < 2; i++) {
        ThreadReport *t = &f->threads[i];
        t->name = xstrdup(i ? "0.1" : "0");
        t->status = xstrdup(i ? "running" : "blocked: waits for the mutex `m`, held by thread 0.1");
        t->depth = 2;
        t->stack = xcalloc(2, sizeof *t->stack);
        t->stack[0] = place("race.c", i ? 7 : 9, 5, i ? "worker" : "reader");
        t->stack[1] = place("", 0, 0, "start");
    }
    f->ninputs = 3;
    f->inputs = xcalloc(3, sizeof *f->inputs);
    f->inputs[0] = (InputReport){xstrdup("n"), xmalloc(4), 4};
    memcpy(f->inputs[0].bytes, "\xfe\xff\xff\xff", 4);
    f->inputs[1] = (InputReport){xstrdup("name"), xmalloc(6), 6};
    memcpy(f->inputs[1].bytes, "he\"l\0\0", 6);
    f->inputs[2] = (InputReport){xstrdup("empty"), xmalloc(1), 0};
    f->nschedule = 4;
    f->schedule = xcalloc(4, sizeof *f->schedule);
    f->schedule[0] = step("0", "start", 0, 1, 20);
    f->schedule[1] = step("0", "store", 0x50000010, 2, 9);
    f->schedule[2] = step("0.1", "load", 0x50000010, 1, 7);
    f->schedule[3] = step("0", "load", 0x50000010, 3, 11);
    f->nvisible = 2;
    f->visible = xcalloc(2, sizeof *f->visible);
    f->visible[0] = (ByteRange){0x10, 0x18};
    f->visible[1] = (ByteRange){0x50000010, 0xfffffffffffffff0ull};
    f->nslots = 2;
    f->slots = xcalloc(2, sizeof *f->slots);
    f->slots[0] = xstrdup("0");
    f->slots[1] = xstrdup("0.1");
    f->output_len = 10;
    f->output = memcpy(xmalloc(f->output_len), "hello\n\xff\0\xfe", f->output_len);
    f->program_hash = 0xfedcba9876543210ull;
    f->occurrences = 3;
    return f;
}

/* Whether a text is what a complaint has to be: one line. */
static inline bool one_line(const char *s) { return s && *s && !strchr(s, '\n'); }

#endif
