/* Threads print, and the standard output is closed at the end: no order of theirs matters, and one trace
 * shows all. */
/* expect: safe */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static void *print(void *p) {
    for (int k = 0; k < 3; k++) printf("%s %d\n", (char *)p, k);
    return p;
}

static void end(void) {
    if (fclose(stdout)) _Exit(1);
}

int main(void) {
    pthread_t t[3];
    atexit(end);
    for (int k = 0; k < 3; k++) pthread_create(&t[k], 0, print, "text");
    for (int k = 0; k < 3; k++) pthread_join(t[k], 0);
    return 0;
}
