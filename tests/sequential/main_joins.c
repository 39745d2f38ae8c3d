/* k: 0 */
/* What main finds when a thread has ended: all of it is there. The two run one after the other. */
#include <heddle/heddle.h>
#include <pthread.h>
static int x, y;
static void *writer(void *unused) {
    x = 1;
    x = 2;
    y = x;
    return unused;
}
int main(void) {
    pthread_t t;
    void *result;
    int argument;
    pthread_create(&t, NULL, writer, &argument);
    pthread_join(t, &result);
    heddle_assert(result == &argument);
    heddle_assert(x == 2);
    heddle_assert(y != 2);
    return 0;
}
