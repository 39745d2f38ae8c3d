/* One way out of a function leaves it locked. */
/* new: deadlock */
#include "noise.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int handled, refused;
static bool handle(const Request *r) {
    pthread_mutex_lock(&lock);
    handled++;
    if (r->numbers == 5 && r->words == 2 && r->sum == 33) {
        refused++;
#ifndef NEW
        pthread_mutex_unlock(&lock);
#endif
        return false;
    }
    pthread_mutex_unlock(&lock);
    return true;
}
static void *server(void *unused) {
    Request r;
    request_read(&r, "request");
    noise(1, 4);
    handle(&r);
    return unused;
}
static void *other(void *unused) {
    noise(2, 4);
    pthread_mutex_lock(&lock);
    handled++;
    pthread_mutex_unlock(&lock);
    return unused;
}
int main(void) {
    both(server, other);
    return 0;
}
