/* Linux takes up one connection more than the backlog says; the next one waits, and its time comes to an end.
 */
/* expect: safe */
#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <time.h>

int main(void) {
    struct sockaddr_in a = {AF_INET, htons(18833), {htonl(INADDR_LOOPBACK)}};
    struct timespec before, after;
    int l = socket(AF_INET, SOCK_STREAM, 0);
    bind(l, (void *)&a, sizeof a);
    listen(l, 1);
    for (int k = 0; k < 2; k++) assert(connect(socket(AF_INET, SOCK_STREAM, 0), (void *)&a, sizeof a) == 0);
    clock_gettime(CLOCK_MONOTONIC, &before);
    assert(connect(socket(AF_INET, SOCK_STREAM, 0), (void *)&a, sizeof a) == -1 && errno == ETIMEDOUT);
    clock_gettime(CLOCK_MONOTONIC, &after);
    assert(after.tv_sec - before.tv_sec > 60);
    assert(accept(l, 0, 0) >= 0);
    assert(connect(socket(AF_INET, SOCK_STREAM, 0), (void *)&a, sizeof a) == 0);
    return 0;
}
