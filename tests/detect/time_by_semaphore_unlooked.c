/* expect: assertion @late */
/* A thread sleeps while another one, which does not know of it, looks at a clock. In the order in which the
 * look comes first nothing shows that it could learn of that time. */
#include <heddle/heddle.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>
static sem_t xm;
static pthread_t h2;
static void *thread2(void *r) {
    sleep(1);
    sem_wait(&xm);
    return r;
}
static void *thread1(void *r) {
    pthread_create(&h2, 0, thread2, 0);
    return r;
}
int main(void) {
    pthread_t h1;
    long begun = time(0);
    sem_init(&xm, 0, 0);
    pthread_create(&h1, 0, thread1, 0);
    sem_post(&xm);
    sem_post(&xm);
    pthread_join(h1, 0);
    heddle_assert(time(0) == begun); /*late*/
    return 0;
}
