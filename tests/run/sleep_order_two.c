/* Two threads print by turns, since each sleeps twice as long as it takes. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
static void *speak(void *arg) {
    const char *word = arg;
    if (*word == 'b') usleep(20000);
    for (int k = 0; k < 4; k++) {
        printf("%s%d\n", word, k);
        usleep(40000);
    }
    return NULL;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, speak, "a");
    pthread_create(&b, NULL, speak, "b");
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}
