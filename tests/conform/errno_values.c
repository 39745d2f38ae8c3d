/* errno: set by failing functions, left alone by others, and its messages. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    errno = 0;
    strtol("99999999999999999999999", NULL, 10);
    printf("%d %d\n", errno == ERANGE, errno);
    errno = 123;
    strlen("x");
    printf("%d\n", errno);
    errno = 0;
    printf("%d\n", calloc((size_t)-1, 2) == NULL);
    printf("%s\n", strerror(errno));
    int codes[] = {0, EPERM, ENOENT, EINTR, EIO, EBADF, EAGAIN, ENOMEM, EINVAL, EDOM, ERANGE, ETIMEDOUT, 9999};
    for (unsigned i = 0; i < sizeof codes / sizeof *codes; i++) printf("%s\n", strerror(codes[i]));
    char b[10];
    printf("%d\n", strerror_r(ENOENT, b, sizeof b));
    int *where = &errno;
    *where = 5;
    return errno;
}
