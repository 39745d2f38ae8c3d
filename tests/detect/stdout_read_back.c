/* expect: assertion @here */
/* What stdout's buffer holds is read back, since it was reopened as a file. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
static atomic_int x, z;
static void *set(void *p) {
    x = 1;
    return p;
}
int main(void) {
    pthread_t t;
    freopen("out", "w+", stdout);
    pthread_create(&t, NULL, set, NULL);
    fputs(x ? "a" : "b", stdout);
    z = 1;
    pthread_join(t, NULL);
    z = 2;
    rewind(stdout);
    assert(fgetc(stdout) != 'a'); /*here*/
    return 0;
}
