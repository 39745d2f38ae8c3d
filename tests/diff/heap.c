/* A list on the heap that two threads put entries into: version 2 forgets to take the lock for the second
 * link. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
typedef struct Entry {
    struct Entry *next;
    int value;
} Entry;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static Entry *list;
static int others;
static void *put(void *arg) {
    Entry *e = malloc(sizeof *e);
    assert(e);
    e->value = *(int *)arg;
    pthread_mutex_lock(&m);
    e->next = list;
#if VERSION == 2
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
#endif
    list = e;
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    others++;
    pthread_mutex_unlock(&m);
    return arg;
}
int main(void) {
    int one = 1, two = 2, sum = 0;
    pthread_t t;
    pthread_create(&t, NULL, put, &one);
    put(&two);
    pthread_join(t, NULL);
    while (list) {
        Entry *e = list;
        sum += e->value;
        list = e->next;
        free(e);
    }
    assert(sum == 3);
    return 0;
}
