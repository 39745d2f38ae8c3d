/* expect: safe */
/* options: --checks=none,assertion */
/* assumption: waits in loops that look again do not wake spuriously, though mutexes are tried */
/* A loop that counts its rounds, in a program that tries mutexes. */
#include "spurious.h"

static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;
static void reader(void) {
    unsigned rounds = 0;
    for (; !done; rounds++) pthread_cond_wait(&c, &m);
    assert(pthread_mutex_trylock(&other) == 0 && rounds < 3);
}
