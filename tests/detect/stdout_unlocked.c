/* expect: some race */
/* putc_unlocked on a stream that another thread prints to. */
#include <pthread.h>
#include <stdio.h>
static void *print(void *p) {
    putc_unlocked('a', stdout);
    return p;
}
int main(void) {
    pthread_t t;
    printf("c");
    pthread_create(&t, NULL, print, NULL);
    putc_unlocked('b', stdout);
    pthread_join(t, NULL);
    return 0;
}
