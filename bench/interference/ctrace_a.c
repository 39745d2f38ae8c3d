/*
 * ctrace_a.c — a driver of the tracing library of ctrace.h: a thread that works enters a function,
 * writes a line of a level and unit that are inputs and leaves; another one switches levels on, as
 * inputs say, and ends the tracing.
 *
 * Known answer: one assertion fails (the buffer of lines is open), with 1 interference: the worker
 * saw that tracing was on, as main left it, and reads that the buffer is closed as the other thread
 * wrote it. The level has to be the one of errors, which main left on; with other levels it takes
 * 2. Nothing else can fail: no thread is removed, and only main adds one. With -DFIXED nothing
 * fails.
 */
#include "ctrace.h"

static void *work(void *unused) {
    int unit = heddle_range(0, UNITS, "unit");
    unsigned char level = heddle_uchar("level");
    heddle_assume(level <= LEVELS); /* one that there is not, too */
    trace_enter(1, unit, "work");
    if (trace_write(1, unit, level, "line") == TRACE_BAD)
        trace_write(1, unit, TRACE_ERROR, "bad level");
    trace_leave(1, unit);
    return unused;
}

static void *control(void *unused) {
    if (heddle_bool("for all")) trace_unit_level(0, TRACE_CALL, true);
    if (heddle_bool("for one")) trace_level(1, 0, TRACE_NOTE, true);
    trace_end();
    return unused;
}

int main(void) {
    trace_init();
    trace_add(1);
    pthread_t worker, controller;
    pthread_create(&worker, NULL, work, NULL);
    pthread_create(&controller, NULL, control, NULL);
    pthread_join(worker, NULL);
    pthread_join(controller, NULL);
    trace_remove(1);
    return 0;
}
