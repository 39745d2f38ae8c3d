/* expect: some race "data race" */
#include <pthread.h>
#include <string.h>
static char text[20] = "text", copy[20];
static void *worker(void *arg) {
    memcpy(copy, text, sizeof text);
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    text[13] = 0;
    pthread_join(t, NULL);
    return 0;
}
