/*
 * harness.c — a harness that is part of the project's own build: natively it runs with the inputs of the
 * environment (HEDDLE_INPUT_first=3), heddle test explores all of them and all schedules.
 */
#include "counter.h"
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdio.h>

static int first;

static void *run(void *arg) {
    counter_add(first);
    return arg;
}

int main(void) {
    first = heddle_int("first");
    heddle_assume(first >= 0 && first < 100);
    pthread_t t;
    pthread_create(&t, NULL, run, NULL);
    counter_add(7);
    int seen = counter_total();
    heddle_assert(seen == 7 || seen == 7 + first);
    pthread_join(t, NULL);
    heddle_assert(counter_total() == 7 + first);
    puts("fine");
    return 0;
}
