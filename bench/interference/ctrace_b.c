/*
 * ctrace_b.c — a driver of the tracing library of ctrace.h: three threads, each of which adds a
 * thread whose number is an input, switches a level on for it, writes a line and removes it.
 *
 * Known answer: two assertions fail. A number is in the table twice: two threads add the same
 * number, and the second one did not find it. It reads the slot that is used, the head of the
 * bucket, the number of threads, and the slot's number and successor as the first one wrote them
 * (5 interferences). A thread is not known any more when its level was set: the number of the slot
 * is read as the thread wrote it that removed it; that one has to have found it, by all loads on
 * its way of what the other one wrote (9 in all). In the function that removes a thread the slot is
 * always found. No line is written after the end: there is none. With -DFIXED nothing fails.
 */
#include "ctrace.h"
#define NUMBERS 2

static void *work(void *unused) {
    int number = heddle_range(0, NUMBERS, "number");
    if (trace_add(number) == TRACE_FULL) return unused;
    trace_level(number, 0, TRACE_NOTE, true);
    trace_write(number, 0, TRACE_NOTE, "line");
    trace_remove(number);
    return unused;
}

int main(void) {
    trace_init();
    pthread_t worker[3];
    for (int k = 0; k < 3; k++) pthread_create(&worker[k], NULL, work, NULL);
    for (int k = 0; k < 3; k++) pthread_join(worker[k], NULL);
    return 0;
}
