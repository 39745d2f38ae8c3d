/* expect: safe */
#include <pthread.h>
struct job {
    int from, to, sum;
};
static int data[6] = {1, 2, 3, 4, 5, 6};
static void *worker(void *arg) {
    struct job *j = arg;
    for (int i = j->from; i < j->to; i++) j->sum += data[i];
    return NULL;
}
int main(void) {
    pthread_t t[2];
    struct job jobs[2] = {{0, 3, 0}, {3, 6, 0}};
    for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, worker, &jobs[i]);
    for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
    return jobs[0].sum + jobs[1].sum - 21;
}
