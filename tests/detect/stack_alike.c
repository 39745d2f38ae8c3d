/* Threads of one routine are not alike where their stacks have different sizes. */
/* expect: memory "stack overflow" */
#include <pthread.h>
#include <string.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void fill(void) {
    char b[30000];
    memset(b, 1, sizeof b);
}
static void *run(void *p) {
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    fill();
    return p;
}

int main(void) {
    pthread_t t[3];
    for (int k = 0; k < 3; k++) {
        pthread_attr_t a;
        pthread_attr_init(&a);
        pthread_attr_setstacksize(&a, k == 2 ? 16384 : 65536);
        pthread_create(&t[k], &a, run, 0);
    }
    for (int k = 0; k < 3; k++) pthread_join(t[k], 0);
    return 0;
}
