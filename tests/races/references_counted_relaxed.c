/* expect: some race "struct Object" */
/* Who frees the object has nothing from who used it last. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

typedef struct Object {
    atomic_int references;
    int value;
} Object;

static void drop(Object *o) {
    o->value++; /*use*/
    if (atomic_fetch_sub_explicit(&o->references, 1, memory_order_relaxed) == 1) free(o);
}

static void *work(void *object) {
    drop(object);
    return NULL;
}

int main(void) {
    Object *o = calloc(1, sizeof *o);
    pthread_t t;
    atomic_init(&o->references, 1);
    atomic_fetch_add_explicit(&o->references, 1, memory_order_relaxed);
    pthread_create(&t, NULL, work, o);
    if (atomic_fetch_sub_explicit(&o->references, 1, memory_order_relaxed) == 1) free(o);
    pthread_join(t, NULL);
    return 0;
}
