/*
 * two_stage.c — an update in two stages, each under its own lock; a reader may come between the stages.
 *
 * Known answer: an assertion failure in the reader, in both interleave modes, no data race. With -DFIXED the
 * writer holds the first lock until the second stage is done, and so does the reader: safe.
 */
#include <heddle/heddle.h>
#include <pthread.h>

static pthread_mutex_t first_lock = PTHREAD_MUTEX_INITIALIZER, second_lock = PTHREAD_MUTEX_INITIALIZER;
static int first, second;

static void *writer(void *unused) {
    pthread_mutex_lock(&first_lock);
    first = 1;
#ifndef FIXED
    pthread_mutex_unlock(&first_lock);
#endif
    pthread_mutex_lock(&second_lock);
    second = first + 1;
    pthread_mutex_unlock(&second_lock);
#ifdef FIXED
    pthread_mutex_unlock(&first_lock);
#endif
    return unused;
}

static void *reader(void *unused) {
    pthread_mutex_lock(&first_lock);
    int seen = first;
#ifndef FIXED
    pthread_mutex_unlock(&first_lock);
#endif
    if (seen) {
        pthread_mutex_lock(&second_lock);
        heddle_assert(second == seen + 1);
        pthread_mutex_unlock(&second_lock);
    }
#ifdef FIXED
    pthread_mutex_unlock(&first_lock);
#endif
    return unused;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, NULL, writer, NULL);
    pthread_create(&u, NULL, reader, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
