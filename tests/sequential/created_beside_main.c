/* k: 1 */
/* A thread of a thread, beside main and beside another thread. */
#include <heddle/heddle.h>
#include <pthread.h>
static int x;
static void *grandchild(void *unused) {
    heddle_assert(x != 1);
    return unused;
}
static void *child(void *unused) {
    pthread_t t;
    pthread_create(&t, NULL, grandchild, NULL);
    pthread_detach(t);
    return unused;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, child, NULL);
    x = 1;
    x = 2;
    pthread_join(t, NULL);
    return 0;
}
