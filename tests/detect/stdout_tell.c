/* expect: assertion @here */
/* options: -DBY_POSITION */
/* How much is in stdout's buffer is told, in one of several ways. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <unistd.h>
#include <wchar.h>
static atomic_int x, z;
static void *set(void *p) {
    x = 1;
    return p;
}
static int printed_something(void) {
#if defined BY_PENDING
    return __fpending(stdout) != 0;
#elif defined BY_ORIENTATION
    return fwide(stdout, 0) != 0;
#elif defined BY_FAILURE
    close(1);
    return fflush(stdout) != 0;
#elif defined BY_WIDE
    return fputwc(L'x', stdout) == WEOF;
#else
    return ftell(stdout) != 0;
#endif
}
int main(void) {
    pthread_t t;
#ifdef BY_POSITION
    freopen("out", "w+", stdout);
#endif
    pthread_create(&t, NULL, set, NULL);
    if (x) fputs("a", stdout);
    z = 1;
    pthread_join(t, NULL);
    z = 2;
    assert(!printed_something()); /*here*/
    return 0;
}
