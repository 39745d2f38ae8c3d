/* expect: safe */
/* Double-checked initialisation with an atomic pointer. Wrong: with a plain one, which is a race. */
#include <pthread.h>
#include <stdlib.h>
extern void reach_error(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int made;
#ifdef WRONG
static int *instance;
#define LOAD() instance
#define STORE(p) (instance = (p))
#else
static int *_Atomic instance;
#define LOAD() __c11_atomic_load(&instance, __ATOMIC_ACQUIRE)
#define STORE(p) __c11_atomic_store(&instance, p, __ATOMIC_RELEASE)
#endif
static int *get(void) {
    int *p = LOAD();
    if (!p) {
        pthread_mutex_lock(&m);
        p = LOAD();
        if (!p) {
            p = malloc(sizeof *p);
            *p = 42;
            made++;
            STORE(p);
        }
        pthread_mutex_unlock(&m);
    }
    return p;
}
static void *user(void *arg) {
    if (*get() != 42) reach_error();
    return arg;
}
int main(void) {
    pthread_t t[3];
    for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, user, 0);
    for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
    if (made != 1) reach_error();
    free(get());
    return 0;
}
