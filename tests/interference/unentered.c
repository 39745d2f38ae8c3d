/*
 * unentered.c — both sides of the only branch are covered before any scenario has the thread, whose code
 * has no branch. Known answer: with input == 2 its write is out of bounds, and the assertion fails.
 */
#include <heddle/heddle.h>
#include <pthread.h>

static int a[2], input;

static void *write_there(void *unused) {
    a[input] = 1;
    return unused;
}

int main(void) {
    pthread_t t;
    input = heddle_int("input");
    heddle_assume(input >= 0 && input <= 2);
    pthread_create(&t, 0, write_there, 0);
    heddle_assert(0);
    return 0;
}
