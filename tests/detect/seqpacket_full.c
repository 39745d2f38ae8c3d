/* expect: deadlock "send to a socket" */
/* Who sends messages to somebody who waits for them to be read elsewhere comes to a stop. */
#include <sys/socket.h>
#include <unistd.h>

static char much[40000];
int main(void) {
    int pair[2];
    socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair);
    for (int k = 0; k < 3; k++) write(pair[1], much, sizeof much);
}
