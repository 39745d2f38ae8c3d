/* expect: api @a "barrier used that was never initialised" */
#include <pthread.h>
static pthread_barrier_t b;
int main(void) {
    pthread_barrier_wait(&b); /*a*/
    return 0;
}
