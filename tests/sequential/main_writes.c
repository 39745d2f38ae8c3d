/* k: 2 */
/* main changes something once the thread is there. */
#include <heddle/heddle.h>
#include <pthread.h>
static int x, y;
static void *reader(void *unused) {
    if (x == 1) heddle_assert(y != 1);
    return unused;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, reader, NULL);
    x = 1;
    y = 1;
    y = 2;
    pthread_join(t, NULL);
    return 0;
}
