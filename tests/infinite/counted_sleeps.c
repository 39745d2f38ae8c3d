/* expect: assertion @late "< 3" */
/* Who sleeps in each round of a loop that counts knows afterwards how long that was. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>
static atomic_int flag;
static void *thread(void *p) {
    time_t begin = time(0);
    int n;
    for (n = 0; n < 100 && !atomic_load(&flag); n++) usleep(30000);
    if (n == 100) {
        assert(time(0) - begin >= 3);
        assert(time(0) - begin < 3); /*late*/
    }
    return p;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, thread, 0);
    atomic_store(&flag, 1);
    pthread_join(t, 0);
    return 0;
}
