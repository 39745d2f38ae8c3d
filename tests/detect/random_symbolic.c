/* With --symbolic=random each draw is an input: two can be the same, and one can be any number. */
/* expect: assertion @zero; assertion @same */
/* options: --symbolic=random */
#include <assert.h>
#include <pthread.h>
#include <sys/random.h>

static unsigned short drawn[2];

static void *draw(void *p) {
    getrandom(p, sizeof *drawn, 0);
    return 0;
}

int main(void) {
    pthread_t t[2];
    for (int k = 0; k < 2; k++) pthread_create(&t[k], 0, draw, &drawn[k]);
    for (int k = 0; k < 2; k++) pthread_join(t[k], 0);
    assert(drawn[0] || drawn[1] != 7); /*zero*/
    assert(drawn[0] != drawn[1]);      /*same*/
    return 0;
}
