/* expect: assertion @here "!1"; assertion @here "!2"; assertion @here "three" */
/* A macro has several assertions: they are at one place, with different texts. */
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>
#define CHECK(v)                         \
    do {                                 \
        if ((v) == 1) heddle_assert(!1); \
        if ((v) == 2) heddle_assert(!2); \
        if ((v) == 3) assert(!"three");  \
    } while (0)
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int last;
static void *writer(void *value) {
    pthread_mutex_lock(&m);
    last = (int)(long)value;
    pthread_mutex_unlock(&m);
    return value;
}
int main(void) {
    pthread_t t[3];
    for (long k = 0; k < 3; k++) pthread_create(&t[k], 0, writer, (void *)(k + 1));
    for (int k = 0; k < 3; k++) pthread_join(t[k], 0);
    CHECK(last); /*here*/
    return 0;
}
