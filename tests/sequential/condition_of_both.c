/* k: none */
/* The writer would wait for what the reader writes: what it does then is none of its own values. */
#include "pair.h"
#include <heddle/heddle.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int asked, answer;
static void *reader(void *unused) {
    pthread_mutex_lock(&lock);
    asked = 1;
    pthread_cond_broadcast(&changed);
    while (!answer) pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
    heddle_assert(answer != 1);
    return unused;
}
static void *writer(void *unused) {
    pthread_mutex_lock(&lock);
    while (!asked) pthread_cond_wait(&changed, &lock);
    answer = 1;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    return unused;
}
MAIN(reader, writer)
