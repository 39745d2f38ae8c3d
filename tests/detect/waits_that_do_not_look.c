/* expect: assertion @a; assertion @b; assertion @c; assertion @d; assertion @e; assertion @f */
/* Each of these does something after the wait before it looks whether to wait again, or never looks. */
#include "waits_by_look.h"

static void sleep_once(void) { pthread_cond_wait(&c, &m); }

static void read_when_ready(int how) {
    const struct timespec soon = {1, 0};
    switch (how) {
    case 0:
        while (!ready) {
            pthread_cond_wait(&c, &m);
            assert(value == 1); /*a*/
        }
        break;
    case 1:
        if (!ready) sleep_once();
        assert(value == 1); /*b*/
        break;
    case 2:
        while (!closed) {
            if (!ready) pthread_cond_wait(&c, &m);
            assert(value == 1); /*c*/
            closed = 1;
        }
        break;
    case 3:
        for (int k = 0; k < 1 && !ready; k++) pthread_cond_wait(&c, &m);
        assert(value == 1); /*d*/
        break;
    case 4:
        if (!ready && pthread_cond_timedwait(&c, &m, &soon) != 0) return;
        assert(value == 1); /*e*/
        break;
    default: {
        int (*wait)(pthread_cond_t *, pthread_mutex_t *) = sleeps ? 0 : pthread_cond_wait;
        if (!ready) wait(&c, &m);
        assert(value == 1); /*f*/
    }
    }
}

int main(void) {
    test_ways(6);
    return 0;
}
