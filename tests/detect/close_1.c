/* Writing to a descriptor that was closed fails, also by way of stdio; closing it again does, too. */
/* expect: safe */
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
    char c;
    assert(close(1) == 0 && close(1) == -1 && errno == EBADF);
    assert(write(1, "y", 1) == -1 && errno == EBADF);
    assert(write(2, "", 0) == 0 && lseek(1, 0, SEEK_CUR) == -1 && errno == EBADF);
    assert(printf("kept") == 4 && fflush(stdout) == EOF && ferror(stdout));
    assert(close(0) == 0 && read(0, &c, 1) == -1 && errno == EBADF && getchar() == EOF && ferror(stdin));
    return 0;
}
