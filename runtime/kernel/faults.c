/*
 * faults.c — failures on request (--faults=N). Each call that can fail asks whether it does, which
 * is an input like others. The number of failures so far is one object for all threads; before the
 * first failure, the calls of different threads only read it.
 */
#include "kernel.h"

static unsigned faults_word;
static long injected;

HIDDEN int __heddle_fault(const char *what) {
    unsigned char choice;
    long max = option(HEDDLE_OPTION_FAULTS);
    if (!max) return 0;
    enter("count injected failures", ITEM(&faults_word, READS));
    long n = injected;
    leave();
    if (n >= max) return 0;
    __heddle_make_symbolic(&choice, 1, what);
    if (!choice) return 0;
    enter("inject a failure", ITEM(&faults_word, WRITES));
    int over = injected >= max;
    if (!over) injected++;
    leave();
    if (over) __heddle_silent_exit();
    return 1;
}
