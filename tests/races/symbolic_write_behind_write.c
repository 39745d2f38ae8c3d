/* expect: some race "data race" */
/* A write at a place that an input decides comes behind a write of the same array by another thread, which
 * is ordered before it. With the input of a test both are of the same word; the first one must not be lost in
 * its replay. */
#include <heddle/heddle.h>
#include <pthread.h>
static int us[2], input;
static void *first(void *arg) {
    us[0] = us[1] + 1;
    return arg;
}
static void *second(void *arg) {
    us[input & 1] = us[0] + 1;
    return arg;
}
int main(void) {
    pthread_t t, u;
    input = heddle_range(0, 4, "in");
    pthread_create(&t, 0, first, 0);
    pthread_create(&u, 0, second, 0);
    pthread_join(t, 0);
    us[input & 1] = us[0] + 1;
    return 0;
}
