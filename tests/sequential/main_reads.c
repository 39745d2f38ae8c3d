/* k: 1 */
/* main goes on beside the thread that it has created. */
#include <heddle/heddle.h>
#include <pthread.h>
static int x;
static void *writer(void *unused) {
    x = 1;
    x = 2;
    return unused;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    heddle_assert(x != 1);
    pthread_join(t, NULL);
    return 0;
}
