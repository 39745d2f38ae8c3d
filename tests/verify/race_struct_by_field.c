/* expect: safe */
/* Two fields of one structure with a lock each. Race: the whole structure is copied under one of them. */
#include <pthread.h>
typedef struct {
    int a, b;
} Pair;
static Pair pair;
static pthread_mutex_t la = PTHREAD_MUTEX_INITIALIZER, lb = PTHREAD_MUTEX_INITIALIZER;
static void *one(void *arg) {
    pthread_mutex_lock(&la);
    pair.a++;
    pthread_mutex_unlock(&la);
    return 0;
}
static void *other(void *arg) {
    pthread_mutex_lock(&lb);
#ifdef WRONG
    Pair copy = pair;
    copy.b++;
    pair = copy;
#else
    pair.b++;
#endif
    pthread_mutex_unlock(&lb);
    return 0;
}
int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, one, 0);
    pthread_create(&u, 0, other, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
