/* expect: memory @a "function has returned" */
#include <pthread.h>
static void *worker(void *arg) {
    int local[2] = {1, 2};
    void *volatile p = local;
    return p;
}
int main(void) {
    pthread_t t;
    void *p;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, &p);
    return *(int *)p; /*a*/
}
