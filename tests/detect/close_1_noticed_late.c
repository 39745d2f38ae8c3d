/* Another thread closes the standard output: what is in the buffer cannot be written then, unless the other
 * one found that before and threw it away. The program has other descriptors, too. */
/* expect: assertion @lost; assertion @dropped */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

static atomic_int closed;
static int flushed = 1;

static void *shut(void *p) {
    close(1);
    atomic_store(&closed, 1);
    printf("y\n");
    fflush(stdout);
    return p;
}

static void *say(void *p) {
    printf("x");
    if (atomic_load(&closed)) flushed = fflush(stdout);
    return p;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, say, 0);
    pthread_create(&b, 0, shut, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(flushed != EOF); /*lost*/
    assert(flushed != 0);   /*dropped*/
    return dup(2) < 0;
}
