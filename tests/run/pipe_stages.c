/* Three threads in a row pass numbers through pipes. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
static int p[3][2];
static void *stage(void *arg) {
    int k = (int)(long)arg, x;
    while (read(p[k][0], &x, sizeof x) == sizeof x) {
        x = x * 2 + k;
        if (write(p[k + 1][1], &x, sizeof x) != sizeof x) break;
    }
    close(p[k + 1][1]);
    return NULL;
}
int main(void) {
    pthread_t t[2];
    int x, sum = 0;
    for (int k = 0; k < 3; k++)
        if (pipe(p[k])) return 1;
    for (long k = 0; k < 2; k++) pthread_create(&t[k], NULL, stage, (void *)k);
    for (int k = 0; k < 100; k++)
        if (write(p[0][1], &k, sizeof k) != sizeof k) return 2;
    close(p[0][1]);
    while (read(p[2][0], &x, sizeof x) == sizeof x) sum += x;
    for (int k = 0; k < 2; k++) pthread_join(t[k], NULL);
    printf("%d\n", sum);
}
