/* A thread ends where STOP says so, and what is behind that races with the end of the block. In version 1 it
 * always ends there, so that nothing behind it was ever executed; in version 2 another thread may keep it
 * from that. The code behind it is the same in both. With CONSTANT the condition itself is another one. */
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdlib.h>
#ifndef STOP
#define STOP heddle_assume(0)
#endif
static char *block;
static volatile int open_;
static void *user(void *arg) {
#ifdef CONSTANT
    heddle_assume(VERSION == 2);
#else
    if (!open_) STOP;
#endif
    block[7] = 1;
    return arg;
}
static void *opener(void *arg) {
    open_ = VERSION == 2;
    return arg;
}
static void *owner(void *arg) {
    free(block);
    return arg;
}
int main(void) {
    static void *(*const routine[])(void *) = {opener, user, owner};
    pthread_t t[3];
    block = malloc(16);
    for (int k = 0; k < 3; k++) pthread_create(&t[k], 0, routine[k], 0);
    for (int k = 0; k < 3; k++) pthread_join(t[k], 0);
    return 0;
}
