/* expect: race */
/* A thread that is older than the id that it reads, and learnt of it by nothing. */
#include <pthread.h>

static pthread_t id;
static void *reader(void *p) { return id ? p : 0; }
static void *child(void *p) { return p; }

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, reader, 0);
    pthread_create(&id, 0, child, 0);
    pthread_join(t, 0);
    return 0;
}
