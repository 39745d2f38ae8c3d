/* expect: memory "no function: byte 0 of the global `data`" */
#include <pthread.h>
static int data;
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, (void *(*)(void *)) & data, NULL);
    return 0;
}
