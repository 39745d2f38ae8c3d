/* expect: memory @a "" */
#include <pthread.h>
static _Thread_local int mine = 7;
static void *worker(void *arg) { return &mine; }
int main(void) {
    pthread_t t;
    void *p;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, &p);
    return *(int *)p; /*a*/
}
