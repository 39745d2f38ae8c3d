/* expect: safe */
/* Before these waits the thread writes what others could notice, so that they may wake spuriously. */
#include "waits_by_look.h"

static void read_when_ready(int how) {
    switch (how) {
    case 0:
        while (!(ready || closed)) {
            waiting++;
            pthread_cond_wait(&c, &m);
            waiting--;
        }
        break;
    case 1:
        for (;;) {
            if (ready) break;
            waiting = 1;
            pthread_cond_wait(&c, &m);
            waiting = 0;
        }
        break;
    default:
        while (!ready) {
            sleeps++;
            pthread_cond_wait(&c, &m);
        }
        break;
    }
    assert(value == 1);
}

int main(void) {
    test_ways(3);
    return 0;
}
