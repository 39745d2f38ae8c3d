/* expect: some race "data race" */
#include <pthread.h>
#include <string.h>
static char text[20];
static int y;
static void *worker(void *arg) {
    memset(text, 1, sizeof text);
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    y = text[19];
    pthread_join(t, NULL);
    return 0;
}
