/* expect: safe */
/* Lines of two threads to what stdout stands for now stay whole. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
static void *work(void *arg) {
    printf("%s %d\n", "first", 1);
    return arg;
}
int main(void) {
    pthread_t t;
    int ends[2];
    char text[32] = "";
    setvbuf(stdout, NULL, _IONBF, 0);
    assert(!pipe(ends) && dup2(ends[1], 1) == 1);
    pthread_create(&t, NULL, work, NULL);
    printf("%s %d\n", "second", 2);
    pthread_join(t, NULL);
    for (int n = 0; n < 17;) n += (int)read(ends[0], text + n, sizeof text - (size_t)n);
    assert(!strcmp(text, "first 1\nsecond 2\n") || !strcmp(text, "second 2\nfirst 1\n"));
    return 0;
}
