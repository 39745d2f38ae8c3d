/* expect: safe */
/* The last user of an object destroys the lock in it as soon as it was unlocked, for locks of each kind. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>

static struct object {
    pthread_rwlock_t lock;
    int users;
} *o;

static void *leave(void *tries) {
    if (!tries || pthread_rwlock_trywrlock(&o->lock)) pthread_rwlock_wrlock(&o->lock);
    int last = !--o->users;
    pthread_rwlock_unlock(&o->lock);
    if (last) {
        pthread_rwlock_destroy(&o->lock);
        free(o);
    }
    return tries;
}

int main(void) {
    static const int kinds[] = {PTHREAD_RWLOCK_PREFER_READER_NP,
                                PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP};
    for (int k = 0; k < 2; k++) {
        pthread_t t;
        pthread_rwlockattr_t a;
        o = malloc(sizeof *o);
        if (!o) return 0;
        o->users = 2;
        pthread_rwlockattr_init(&a);
        pthread_rwlockattr_setkind_np(&a, kinds[k]);
        pthread_rwlock_init(&o->lock, &a);
        pthread_create(&t, NULL, leave, &t);
        leave(NULL);
        pthread_join(t, NULL);
    }
    return 0;
}
