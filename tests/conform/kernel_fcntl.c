/* fcntl without its third argument, which some commands do not look at. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
int main(void) {
    int fds[2];
    if (pipe(fds)) return 1;
    printf("%d %d", fcntl(fds[0], F_GETFD), fcntl(fds[1], F_GETFD));
    fcntl(fds[0], F_SETFD, FD_CLOEXEC);
    printf(" %d %d", fcntl(fds[0], F_GETFD), fcntl(fds[1], F_GETFL) & O_ACCMODE);
    close(fds[0]);
    printf(" %d", fcntl(fds[0], F_GETFD));
    printf(" %d\n", errno == EBADF);
    return 0;
}
