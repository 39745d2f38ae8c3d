/* expect: safe */
/* None of these needs spurious wake-ups: what comes first after them is to look whether to wait again. (The
 * suite cli compares how many events there are.) */
#include "waits_by_look.h"

static void read_when_ready(int how) {
    const struct timespec soon = {1, 0};
    switch (how) {
    case 0:
        while (!ready) pthread_cond_wait(&c, &m);
        break;
    case 1:
        while (!ready && !closed) pthread_cond_wait(&c, &m);
        break;
    case 2:
        while (!is_ready()) sleep_here();
        break;
    case 3:
        while (!ready)
            if (cnd_timedwait((cnd_t *)&c, (mtx_t *)&m, &soon) != thrd_success) return;
        break;
    default:
        while (!ready)
            if (pthread_cond_timedwait(&c, &m, &soon) != 0) return;
    }
    assert(value == 1);
}

int main(void) {
    test_ways(5);
    return 0;
}
