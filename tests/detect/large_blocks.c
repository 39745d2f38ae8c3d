/* expect: safe */
/* Blocks of a few GiB of which little is touched, each way that there is to get them; they hold zeros, and
 * what is copied. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#define GIB (1ull << 30)
static char array[700ul << 20];
static void *worker(void *arg) { return arg; }
int main(void) {
    pthread_t t;
    char *p = malloc(GIB), *q;
    assert(!p[GIB / 2]);
    p[5] = 1;
    p[GIB - 1] = 2;
    p = realloc(p, GIB + GIB / 2);
    assert(p[5] == 1 && p[GIB - 1] == 2 && !p[GIB]);
    memset(p, 0, GIB);
    assert(!p[5] && !p[GIB - 1]);
    p[9] = 4;
    free(p);
    q = calloc(2, GIB / 2);
    assert(!q[9] && !q[GIB - 1]);
    free(q);
    for (int k = 0; k < 40; k++) {
        q = mmap(0, GIB / 4, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        assert(q != MAP_FAILED && !q[0] && !q[GIB / 8] && !q[GIB / 4 - 1]);
        q[0] = q[GIB / 8] = q[GIB / 4 - 1] = 3;
        assert(!munmap(q, GIB / 4));
    }
    array[sizeof array - 1] = 1;
    p = malloc(GIB);
    pthread_create(&t, NULL, worker, NULL);
    p[77] = 1;
    free(p);
    pthread_join(t, NULL);
    return !array[sizeof array - 1];
}
