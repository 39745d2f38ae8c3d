/* expect: safe */
/* assumption: an option of a socket was set that has no effect */
/* What a program asks for, and does not get, is named. */
#include <heddle/heddle.h>
#include <sys/socket.h>
#include <unistd.h>

int main(void) {
    int pair[2], two = 2;
    char bytes[4];
    socketpair(AF_UNIX, SOCK_STREAM, 0, pair);
    heddle_assert(setsockopt(pair[0], SOL_SOCKET, SO_RCVLOWAT, &two, sizeof two) == 0);
    write(pair[1], "x", 1);
    heddle_assert(read(pair[0], bytes, 2) == 1); /* natively, it waits for another byte */
    heddle_assert(send(pair[0], "x", 1, MSG_OOB) == -1);
    heddle_assert(recv(pair[1], bytes, 1, MSG_ERRQUEUE) == -1);
}
