/* One more may enter. */
/* new: assertion */
#define NOISE_ROUNDS 40
#include "noise.h"
static sem_t room;
static _Atomic int inside;
static void *visitor(void *unused) {
    noise(1, 40);
    sem_wait(&room);
    assert(++inside <= 1);
    inside--;
    sem_post(&room);
    noise(2, 40);
    return unused;
}
static void *late(void *unused) {
    noise(2, 90);
    return visitor(unused);
}
int main(void) {
#ifdef NEW
    sem_init(&room, 0, 2);
#else
    sem_init(&room, 0, 1);
#endif
    both(visitor, late);
    return 0;
}
