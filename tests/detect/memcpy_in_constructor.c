/* expect: safe */
/* options: --interleave=memory */
/* exit: 0 */
/* A constructor copies memory that another thread reads: how far the copy got is no part of how many
 * constructors ran. */
#include <assert.h>
#include <pthread.h>
#include <string.h>
static char to[20], from[20] = "abcdefghijklmnopqrs";
static int ran;
static pthread_t t;
static void *worker(void *arg) {
    volatile char c = to[3];
    (void)c;
    return arg;
}
static __attribute__((constructor(101))) void first(void) { ran++; }
static __attribute__((constructor(102))) void second(void) { ran++; }
static __attribute__((constructor(103))) void third(void) {
    pthread_create(&t, NULL, worker, NULL);
    memcpy(to, from, sizeof to);
    ran++;
}
static __attribute__((constructor(104))) void fourth(void) { ran++; }
int main(void) {
    pthread_join(t, NULL);
    assert(ran == 4 && !memcmp(to, from, sizeof to));
    return 0;
}
