/* expect: some race "data race" */
/* An array is read at a known place and written at one that an input decides. With the input of a test the
 * write is of what was read, so that its replay must not take the one for the other. */
#include <heddle/heddle.h>
#include <pthread.h>
static int us[2], input;
static void *worker(void *arg) {
    us[input & 1] = us[0] + 1;
    us[0] = us[0] + 1;
    return arg;
}
int main(void) {
    pthread_t t;
    input = heddle_uchar("in");
    pthread_create(&t, 0, worker, 0);
    us[input & 1] = us[0] + 1;
    pthread_join(t, 0);
    return 0;
}
