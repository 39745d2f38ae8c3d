/* Whether this was the last reference is looked at after the lock was given back. */
/* new: memory */
#define NOISE_ROUNDS 40
#include "noise.h"
typedef struct Object {
    pthread_mutex_t *lock;
    _Atomic int references;
} Object;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static Object *object;
static void drop(Object *o) {
    pthread_mutex_lock(&lock);
#ifdef NEW
    o->references--;
    pthread_mutex_unlock(&lock);
    if (o->references == 0) free(o);
#else
    bool last = --o->references == 0;
    pthread_mutex_unlock(&lock);
    if (last) free(o);
#endif
}
static void *one(void *unused) {
    noise(1, 50);
    drop(object);
    noise(1, 10);
    return unused;
}
static void *other(void *unused) {
    noise(2, 30);
    drop(object);
    noise(2, 40);
    return unused;
}
int main(void) {
    object = malloc(sizeof *object);
    object->lock = &lock;
    object->references = 2;
    both(one, other);
    return 0;
}
