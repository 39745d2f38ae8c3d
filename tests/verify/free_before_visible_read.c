/* expect: some memory "use after free" */
/* options: --interleave=memory */
/* A use after free that dfs finds and por does not (--interleave=memory): the read of the node may come after
   the other thread's free. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static int *_Atomic top;
static void *pop(void *arg) {
    int *old = atomic_load(&top);
    if (!old) return arg;
    int x = *old;
    if (atomic_exchange(&top, 0)) free(old);
    return (void *)(long)x;
}
int main(void) {
    pthread_t t;
    top = malloc(sizeof(int));
    pthread_create(&t, NULL, pop, NULL);
    pop(NULL);
    pthread_join(t, NULL);
    return 0;
}
