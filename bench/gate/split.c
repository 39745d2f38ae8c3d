/* A number is counted up in two steps. */
/* new: assertion */
#define NOISE_ROUNDS 40
#include "noise.h"
static _Atomic int tickets;
static bool given[8];
static int ticket(void) {
#ifdef NEW
    int mine = tickets;
    tickets = mine + 1;
    return mine;
#else
    return tickets++;
#endif
}
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *client(void *unused) {
    noise(1, 45);
    int mine = ticket();
    noise(2, 10);
    pthread_mutex_lock(&lock);
    assert(!given[mine]);
    given[mine] = true;
    pthread_mutex_unlock(&lock);
    noise(2, 20);
    return unused;
}
static void *late(void *unused) {
    noise(0, 50);
    return client(unused);
}
int main(void) {
    both(client, late);
    return 0;
}
