/* A writer waits for room in a full pipe. */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
static int p[2];
static void *drain(void *unused) {
    char bytes[4096];
    long n, all = 0;
    usleep(30000);
    while ((n = read(p[0], bytes, sizeof bytes)) > 0) all += n;
    printf("read %ld\n", all);
    return unused;
}
int main(void) {
    static char bytes[100000];
    pthread_t t;
    if (pipe(p)) return 1;
    pthread_create(&t, NULL, drain, NULL);
    printf("written %ld\n", (long)write(p[1], bytes, sizeof bytes));
    fflush(stdout);
    close(p[1]);
    pthread_join(t, NULL);
}
