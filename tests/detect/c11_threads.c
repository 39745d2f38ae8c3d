/* expect: assertion @a "total == 3" */
#include <assert.h>
#include <threads.h>
static mtx_t m;
static cnd_t c;
static int arrived, total;
static int worker(void *arg) {
    mtx_lock(&m);
    total += *(int *)arg;
    arrived++;
    cnd_signal(&c);
    mtx_unlock(&m);
    return 5;
}
int main(void) {
    thrd_t t[2];
    int n[2] = {1, 2}, r;
    mtx_init(&m, mtx_plain);
    cnd_init(&c);
    for (int i = 0; i < 2; i++) assert(thrd_create(&t[i], worker, &n[i]) == thrd_success);
    mtx_lock(&m);
    while (arrived < 1) cnd_wait(&c, &m);
    assert(total == 3); /*a*/
    mtx_unlock(&m);
    for (int i = 0; i < 2; i++) {
        thrd_join(t[i], &r);
        assert(r == 5);
    }
    return 0;
}
