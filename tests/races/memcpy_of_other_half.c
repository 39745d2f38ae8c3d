/* expect: safe */
#include <pthread.h>
#include <string.h>
static char text[20] = "text", copy[20];
static void *worker(void *arg) {
    memcpy(copy, text, 13);
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    text[13] = 1;
    pthread_join(t, NULL);
    return 0;
}
