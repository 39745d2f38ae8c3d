/* expect: safe */
/* What is no longer than PIPE_BUF goes into a pipe as a whole, also where the pipe is nearly full: a write
 * fails or waits until there is room. */
#include <errno.h>
#include <fcntl.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <unistd.h>

enum { RECORD = 3000 };
static int ends[2];
static char record[2][RECORD];
static void *work(void *arg) {
    heddle_assert(write(ends[1], arg, RECORD) == RECORD);
    return arg;
}
int main(void) {
    static char got[RECORD];
    pthread_t t[2];
    int n = 0;
    pipe(ends);
    fcntl(ends[1], F_SETFL, O_NONBLOCK);
    for (; write(ends[1], got, RECORD) == RECORD; n++) {}
    heddle_assert(errno == EAGAIN);
    fcntl(ends[1], F_SETFL, 0);
    for (int k = 0; k < 2; k++) {
        for (int j = 0; j < RECORD; j++) record[k][j] = (char)(k + 1);
        pthread_create(&t[k], 0, work, record[k]);
    }
    for (int k = 0; k < n + 2; k++) {
        for (int have = 0; have < RECORD;) have += read(ends[0], got + have, (size_t)(RECORD - have));
        for (int j = 0; j < RECORD; j++) heddle_assert(got[j] == got[0]);
    }
    for (int k = 0; k < 2; k++) pthread_join(t[k], 0);
}
