/* Another thread closes the standard output before, or after, something is written to it. */
/* expect: assertion @open; assertion @closed */
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static void *shut(void *p) {
    close(1);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, shut, 0);
    int n = write(1, "y", 1);
    pthread_join(t, 0);
    assert(n == 1); /*open*/
    assert(n != 1); /*closed*/
    return 0;
}
