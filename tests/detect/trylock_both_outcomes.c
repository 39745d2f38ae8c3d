/* expect: assertion @a "got"; assertion @b "!got" */
#include <heddle/heddle.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *other(void *arg) {
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, other, NULL);
    int got = pthread_mutex_trylock(&m) == 0;
    if (heddle_bool("which"))
        heddle_assert(got); /*a*/
    else
        heddle_assert(!got); /*b*/
    return 0;
}
