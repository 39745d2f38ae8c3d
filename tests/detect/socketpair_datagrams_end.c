/* expect: deadlock "receive from a socket" */
/* Who reads datagrams does not learn that the other side has closed its socket. */
#include <sys/socket.h>
#include <unistd.h>

int main(void) {
    int pair[2];
    char byte;
    socketpair(AF_UNIX, SOCK_DGRAM, 0, pair);
    write(pair[1], "x", 1);
    close(pair[1]);
    read(pair[0], &byte, 1);
    read(pair[0], &byte, 1);
}
