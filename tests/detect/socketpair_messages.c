/* expect: safe */
/* Messages of a pair of sockets stay apart, also where two threads send them. */
#include <heddle/heddle.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static int pair[2];
static void *work(void *arg) {
    heddle_assert(write(pair[1], arg, strlen(arg)) == (ssize_t)strlen(arg));
    return arg;
}
static void two(int type) {
    pthread_t t[2];
    char bytes[16] = {0}, more[16] = {0};
    socketpair(AF_UNIX, type, 0, pair);
    pthread_create(&t[0], 0, work, "one");
    pthread_create(&t[1], 0, work, "three");
    ssize_t n = read(pair[0], bytes, sizeof bytes), m = read(pair[0], more, 2);
    heddle_assert((n == 3 && m == 2 && !strcmp(bytes, "one") && !strcmp(more, "th")) ||
                  (n == 5 && m == 2 && !strcmp(bytes, "three") && !strcmp(more, "on")));
    heddle_assert(recv(pair[0], bytes, 16, MSG_DONTWAIT) == -1);
    for (int k = 0; k < 2; k++) pthread_join(t[k], 0);
    close(pair[1]);
    if (type == SOCK_SEQPACKET) heddle_assert(read(pair[0], bytes, 16) == 0);
    close(pair[0]);
}
int main(void) {
    two(SOCK_SEQPACKET);
    two(SOCK_DGRAM);
}
