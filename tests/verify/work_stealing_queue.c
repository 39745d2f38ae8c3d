/* expect: safe */
/* A work-stealing queue of atomics: the owner pushes and pops at the tail, a thief takes at the head; the
 * lock settles the last item. Wrong: the owner looks before it announces that it takes one. */
#include <pthread.h>
#include <stdatomic.h>
extern void reach_error(void);
#define SIZE 4
#define ITEMS 2
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int head, tail;
static atomic_int cell[SIZE];
static atomic_int taken[ITEMS];
static void take(int item) {
    if (atomic_fetch_add(&taken[item], 1) != 0) reach_error();
}
static void push(int item) {
    int t = atomic_load(&tail);
    atomic_store(&cell[t % SIZE], item);
    atomic_store(&tail, t + 1);
}
static int pop(void) {
    int t = atomic_load(&tail) - 1;
#ifdef WRONG
    if (atomic_load(&head) > t) return -1;
    atomic_store(&tail, t);
    return atomic_load(&cell[t % SIZE]);
#else
    atomic_store(&tail, t);
    if (atomic_load(&head) < t) return atomic_load(&cell[t % SIZE]);
    atomic_store(&tail, t + 1);
    pthread_mutex_lock(&m);
    int result = -1;
    if (atomic_load(&head) <= t) {
        atomic_store(&tail, t);
        result = atomic_load(&cell[t % SIZE]);
    }
    pthread_mutex_unlock(&m);
    return result;
#endif
}
static int steal(void) {
    int result = -1;
    pthread_mutex_lock(&m);
    int h = atomic_load(&head);
    atomic_store(&head, h + 1);
    if (h < atomic_load(&tail))
        result = atomic_load(&cell[h % SIZE]);
    else
        atomic_store(&head, h);
    pthread_mutex_unlock(&m);
    return result;
}
static void *thief(void *arg) {
    int item = steal();
    if (item >= 0) take(item);
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, thief, 0);
    for (int i = 0; i < ITEMS; i++) push(i);
    for (int i = 0; i < ITEMS; i++) {
        int item = pop();
        if (item >= 0) take(item);
    }
    pthread_join(t, 0);
    return 0;
}
