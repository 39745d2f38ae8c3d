/* expect: assertion @a "a == 0"; assertion @b "b == 0" */
#include <heddle/heddle.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *one(void *arg) {
    int a = heddle_int("a");
    pthread_mutex_lock(&m);
    heddle_assert(a == 0); /*a*/
    pthread_mutex_unlock(&m);
    return arg;
}
static void *two(void *arg) {
    int b = heddle_int("b");
    pthread_mutex_lock(&m);
    heddle_assert(b == 0); /*b*/
    pthread_mutex_unlock(&m);
    return arg;
}
int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], NULL, one, NULL);
    pthread_create(&t[1], NULL, two, NULL);
    return 0;
}
