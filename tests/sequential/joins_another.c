/* k: 2 */
/* A thread waits for one that main has created, too. */
#include <heddle/heddle.h>
#include <pthread.h>
static pthread_t first;
static int x;
static void *writer(void *unused) {
    for (int k = 1; k < 4; k++) x = k;
    return unused;
}
static void *reader(void *unused) {
    int before = x;
    pthread_join(first, NULL);
    heddle_assert(x == 3);
    heddle_assert(before != 2 || x != 3);
    return unused;
}
int main(void) {
    pthread_t second;
    pthread_create(&first, NULL, writer, NULL);
    pthread_create(&second, NULL, reader, NULL);
    pthread_join(second, NULL);
    return 0;
}
