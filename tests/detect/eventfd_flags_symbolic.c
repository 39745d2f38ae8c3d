/* expect: assertion @a "n == 8"; assertion @b "count != 1" */
/* Whether a read of an event counter waits depends on an input. */
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <unistd.h>
static int counter;
static void *adds(void *a) {
    unsigned long one = 1;
    write(counter, &one, 8);
    return a;
}
int main(void) {
    pthread_t t;
    unsigned long count = 0;
    counter = eventfd(0, heddle_int("flags") & EFD_NONBLOCK);
    pthread_create(&t, NULL, adds, NULL);
    long n = read(counter, &count, 8);
    assert(n == 8);     /*a*/
    assert(count != 1); /*b*/
    pthread_join(t, NULL);
    return 0;
}
