/* The same by way of stdio: what was printed is lost where the descriptor was closed before it was written. C
 * leaves undefined what a stream does that another thread closes: it is a race, too. */
/* expect: assertion @open; assertion @closed; race */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static void *shut(void *p) {
    fclose(stderr);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, shut, 0);
    int n = fprintf(stderr, "text\n");
    pthread_join(t, 0);
    assert(n >= 0); /*open*/
    assert(n < 0);  /*closed*/
    return 0;
}
