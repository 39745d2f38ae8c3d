/* expect: assertion @a */
/* The only thread leaves main by pthread_exit: that is the end of the process. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static void at_exit(void) { assert(0); } /*a*/
int main(void) {
    atexit(at_exit);
    pthread_exit(0);
}
