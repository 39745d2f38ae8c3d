/* Who receives with a time limit does not wait for ever: nobody sends, and there is no deadlock. */
/* expect: safe */
#include <assert.h>
#include <errno.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

int main(void) {
    int p[2];
    char c;
    struct timeval t = {1, 0};
    socketpair(AF_UNIX, SOCK_STREAM, 0, p);
    setsockopt(p[0], SOL_SOCKET, SO_RCVTIMEO, &t, sizeof t);
    assert(recv(p[0], &c, 1, 0) == -1 && errno == EAGAIN);
    assert(read(p[0], &c, 1) == -1 && errno == EAGAIN);
    write(p[1], "x", 1);
    assert(recv(p[0], &c, 1, 0) == 1);
    return 0;
}
