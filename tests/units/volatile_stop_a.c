/* A loop that waits for a volatile variable of another unit. */
#include <pthread.h>
extern volatile int stop;
void *stopper(void *unused);
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, stopper, NULL);
    while (!stop) {}
    return pthread_join(t, NULL);
}
