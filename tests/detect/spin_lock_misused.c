/* expect: api @a "the spin lock `s` is unlocked, but it is not locked" */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
static pthread_spinlock_t s;
int main(void) {
    pthread_spin_init(&s, PTHREAD_PROCESS_PRIVATE);
    pthread_spin_lock(&s);
    assert(pthread_spin_trylock(&s) == EBUSY);
    pthread_spin_unlock(&s);
    pthread_spin_unlock(&s); /*a*/
    return 0;
}
