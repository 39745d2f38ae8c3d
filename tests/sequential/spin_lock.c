/* k: 1 */
/* Between two sections under a spin lock the other thread has its section. */
#include "pair.h"
#include <heddle/heddle.h>
static int x;
static pthread_spinlock_t lock;
static void *reader(void *unused) {
    pthread_spin_lock(&lock);
    int before = x;
    x = before + 1;
    pthread_spin_unlock(&lock);
    pthread_spin_lock(&lock);
    int after = x;
    pthread_spin_unlock(&lock);
    heddle_assert(after == 1);
    return unused;
}
static void *writer(void *unused) {
    pthread_spin_lock(&lock);
    x = x + 1;
    pthread_spin_unlock(&lock);
    return unused;
}
int main(void) {
    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    RUN(NULL, reader, writer);
    return 0;
}
