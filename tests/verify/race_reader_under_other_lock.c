/* expect: safe */
/* Writers hold both locks, readers one of them: no race. Race: a writer holds only one, and the reader the
 * other. */
#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int data, seen_a, seen_b;
static void *writer(void *arg) {
    pthread_mutex_lock(&a);
#ifndef WRONG
    pthread_mutex_lock(&b);
#endif
    data++;
#ifndef WRONG
    pthread_mutex_unlock(&b);
#endif
    pthread_mutex_unlock(&a);
    return 0;
}
static void *reader_a(void *arg) {
    pthread_mutex_lock(&a);
    seen_a = data;
    pthread_mutex_unlock(&a);
    return 0;
}
static void *reader_b(void *arg) {
    pthread_mutex_lock(&b);
    seen_b = data;
    pthread_mutex_unlock(&b);
    return 0;
}
int main(void) {
    pthread_t t[4];
    pthread_create(&t[0], 0, writer, 0);
    pthread_create(&t[1], 0, reader_a, 0);
    pthread_create(&t[2], 0, reader_b, 0);
    pthread_create(&t[3], 0, writer, 0);
    for (int i = 0; i < 4; i++) pthread_join(t[i], 0);
    return 0;
}
