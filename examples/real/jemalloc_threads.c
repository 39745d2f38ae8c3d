/* jemalloc_threads.c — two threads take memory of jemalloc, give each other's back, and end. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

void *je_malloc(size_t size);
void je_free(void *p);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char *shared;

static void *worker(void *text) {
    char *mine = je_malloc(20);
    strcpy(mine, text);
    pthread_mutex_lock(&lock);
    char *theirs = shared;
    shared = mine;
    pthread_mutex_unlock(&lock);
    if (theirs) {
        assert(theirs != mine && strlen(theirs) == 5);
        je_free(theirs);
    }
    return NULL;
}

int main(void) {
    pthread_t t[2];
    char first[] = "first", other[] = "other";
    pthread_create(&t[0], NULL, worker, first);
    pthread_create(&t[1], NULL, worker, other);
    for (int k = 0; k < 2; k++) pthread_join(t[k], NULL);
    puts(strlen(shared) == 5 ? "fine" : "wrong");
    je_free(shared);
    return 0;
}
