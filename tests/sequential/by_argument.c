/* k: 1 */
/* Both threads have one routine; which is which is in what main gives them. */
#include "pair.h"
#include <heddle/heddle.h>
struct job {
    int number, *x;
};
static void *work(void *argument) {
    const struct job *job = argument;
    int *x = job->x;
    if (job->number == 0)
        heddle_assert(*x != 3);
    else
        *x = 3;
    return NULL;
}
int main(void) {
    int x = 0;
    struct job jobs[2] = {{0, &x}, {1, &x}};
    pthread_t thread[2];
    for (int k = 0; k < 2; k++) pthread_create(&thread[k], NULL, work, &jobs[k]);
    for (int k = 0; k < 2; k++) pthread_join(thread[k], NULL);
    return 0;
}
