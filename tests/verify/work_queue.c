/* expect: safe */
/* Workers take jobs from a list under a lock until it is closed. Wrong: a worker looks at the list after it
 * gave the lock back. */
#include <pthread.h>
#include <stdlib.h>
extern void reach_error(void);
#ifndef JOBS
#define JOBS 3
#endif
typedef struct Job {
    int number;
    struct Job *next;
} Job;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more = PTHREAD_COND_INITIALIZER;
static Job *list;
static int closed, done[JOBS];
static void *worker(void *arg) {
    for (;;) {
        pthread_mutex_lock(&m);
        while (!list && !closed) pthread_cond_wait(&more, &m);
        Job *job = list;
        if (!job) {
            pthread_mutex_unlock(&m);
            return 0;
        }
#ifdef WRONG
        pthread_mutex_unlock(&m);
        list = job->next;
#else
        list = job->next;
        pthread_mutex_unlock(&m);
#endif
        done[job->number]++;
        free(job);
    }
}
int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, worker, 0);
    for (int i = 0; i < JOBS; i++) {
        Job *job = malloc(sizeof *job);
        job->number = i;
        pthread_mutex_lock(&m);
        job->next = list;
        list = job;
        pthread_cond_signal(&more);
        pthread_mutex_unlock(&m);
    }
    pthread_mutex_lock(&m);
    closed = 1;
    pthread_cond_broadcast(&more);
    pthread_mutex_unlock(&m);
    for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
    for (int i = 0; i < JOBS; i++)
        if (done[i] != 1) reach_error();
    return 0;
}
