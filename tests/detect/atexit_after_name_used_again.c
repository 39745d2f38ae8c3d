/* expect: safe */
/* The thread that ends the process after main left has the name of a joined thread. It waits for that
 * thread's children, too. */
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdlib.h>

enum { JOINED = 9 }; /* so many wait until the name of the first is used again */

static int done;

static void at_exit(void) { heddle_assert(done); }

static void *child(void *p) {
    done = 1;
    return p;
}

static void *parent(void *p) {
    pthread_t t;
    pthread_create(&t, 0, child, 0);
    return p;
}

static void *nothing(void *p) { return p; }

int main(void) {
    pthread_t t;
    atexit(at_exit);
    for (int k = 0; k < JOINED; k++) {
        pthread_create(&t, 0, k ? nothing : parent, 0);
        pthread_join(t, 0);
    }
    pthread_exit(0);
}
