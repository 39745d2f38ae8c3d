/* expect: safe */
/* The id that pthread_create stores is that of the new thread, also where it is one that an earlier thread
 * had. */
#include <assert.h>
#include <pthread.h>

static pthread_t id;
static void *same(void *p) {
    assert(pthread_equal(id, pthread_self()));
    return p;
}

int main(void) {
    for (int k = 0; k < 1200; k++) {
        assert(pthread_create(&id, 0, same, &id) == 0);
        void *result = 0;
        assert(pthread_join(id, &result) == 0 && result == &id);
    }
    return 0;
}
