/* k: 2 */
/* A value in the middle, and the last one. */
#include <heddle/heddle.h>
#include <pthread.h>
static int x;
static void *writer(void *unused) {
    for (int k = 1; k < 4; k++) x = k;
    return unused;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    int before = x;
    pthread_join(t, NULL);
    int after = x;
    heddle_assert(after == 3);
    heddle_assert(before != 2 || after != 3);
    return 0;
}
