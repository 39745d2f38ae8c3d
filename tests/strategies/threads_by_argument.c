/* Main creates a thread for each character of its last argument; the assertion behind that always fails. */
#include <assert.h>
#include <pthread.h>
static void *worker(void *arg) { return arg; }
int main(int argc, char **argv) {
    pthread_t t;
    for (char *p = argv[argc - 1]; *p; p++) pthread_create(&t, 0, worker, 0);
    assert(0);
}
