/* expect: hang @never "its state repeats" */
/* A thread that looks at a clock, and waits for something else: time that passes does not help it. */
#include <pthread.h>
#include <time.h>
static volatile int never;
static void *thread(void *p) {
    while (!never) clock(); /*never*/
    return p;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, thread, 0);
    pthread_join(t, 0);
    return 0;
}
