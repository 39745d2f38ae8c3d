/* expect: assertion @a "joined == 1000" */
/* A thread after the other, far more than live at a time. */
#include <assert.h>
#include <pthread.h>
static int joined;
static void *worker(void *arg) { return arg; }
int main(void) {
    for (long k = 0; k < 1001; k++) {
        pthread_t t;
        void *result;
        assert(!pthread_create(&t, NULL, worker, (void *)k));
        assert(!pthread_join(t, &result) && result == (void *)k);
        joined++;
    }
    assert(joined == 1000); /*a*/
    return 0;
}
