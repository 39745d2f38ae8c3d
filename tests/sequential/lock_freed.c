/* k: 1 memory */
/* told: 0 */
/* The lock is in the object that the other thread frees once it has given it back. */
#include "pair.h"
#include <heddle/heddle.h>
#include <stdlib.h>
typedef struct Object {
    int uses;
    pthread_mutex_t lock;
} Object;
static void *reader(void *argument) {
    Object *o = argument;
    pthread_mutex_lock(&o->lock);
    pthread_mutex_unlock(&o->lock);
    return NULL;
}
static void *writer(void *argument) {
    Object *o = argument;
    pthread_mutex_lock(&o->lock);
    pthread_mutex_unlock(&o->lock);
    free(o);
    return NULL;
}
int main(void) {
    Object *o = calloc(1, sizeof *o);
    pthread_mutex_init(&o->lock, NULL);
    RUN(o, reader, writer);
    return 0;
}
