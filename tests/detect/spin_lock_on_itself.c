/* expect: deadlock "waits for the spin lock `s`, held by thread 0 (itself)" */
#include <pthread.h>
static pthread_spinlock_t s;
int main(void) {
    pthread_spin_init(&s, PTHREAD_PROCESS_PRIVATE);
    pthread_spin_lock(&s);
    pthread_spin_lock(&s);
    return 0;
}
