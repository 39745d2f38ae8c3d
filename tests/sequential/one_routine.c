/* k: 1 */
/* Both threads have one routine; which is which is in what main gives them. */
#include "pair.h"
#include <heddle/heddle.h>
#include <stdlib.h>
struct job {
    int number, *x;
};
static void *work(void *argument) {
    const struct job *job = argument;
    if (job->number == 0)
        heddle_assert(*job->x != 3);
    else
        *job->x = 3;
    return NULL;
}
int main(void) {
    int *h = calloc(1, 4);
    struct job jobs[2] = {{0, h}, {1, h}};
    pthread_t thread[2];
    for (int k = 0; k < 2; k++) pthread_create(&thread[k], NULL, work, &jobs[k]);
    for (int k = 0; k < 2; k++) pthread_join(thread[k], NULL);
    return 0;
}
