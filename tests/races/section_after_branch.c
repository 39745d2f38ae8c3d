/* expect: some race "data race" */
/* The section touches what its thread touched before, with a branch in between: whatever race is told
 * replays. */
#include <heddle/heddle.h>
#include <pthread.h>
static int x;
static void *first(void *unused) {
    x = x + 1;
    return unused;
}
static void *second(void *unused) {
    x = 1;
    int in = heddle_int("in");
    heddle_assume(in >= 0 && in < 4);
    heddle_atomic_begin();
    x = x * 2 + in;
    heddle_atomic_end();
    return unused;
}
int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, first, 0);
    pthread_create(&u, 0, second, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
