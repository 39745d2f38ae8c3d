/* expect: assertion @a "count != 3"; assertion @b "count != 4" */
/* What an event counter is ready for depends on an input; no thread waits for ever. */
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <unistd.h>
static int counter;
static void *adds(void *a) {
    unsigned long n = heddle_ulong("n") % 4;
    write(counter, &n, 8);
    n = 1;
    write(counter, &n, 8);
    return a;
}
int main(void) {
    pthread_t t;
    unsigned long count;
    counter = eventfd(0, 0);
    pthread_create(&t, NULL, adds, NULL);
    read(counter, &count, 8);
    assert(count != 3); /*a*/
    assert(count != 4); /*b*/
    pthread_join(t, NULL);
    return 0;
}
