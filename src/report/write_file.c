/* write_file.c — a temporary file that is renamed when it is complete. See write_file.h. */
#include "report/write_file.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

bool write_atomically(const char *path, const char *text, size_t length, char **error) {
    struct stat st;
    /* A device or pipe (--summary=/dev/stdout) is written directly. */
    bool direct = stat(path, &st) == 0 && !S_ISREG(st.st_mode);
    char *temporary = direct ? xstrdup(path) : xasprintf("%s.tmp%ld", path, (long)getpid());
    int fd = open(temporary, direct ? O_WRONLY : O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    bool fine = fd >= 0;
    for (size_t done = 0; fine && done < length;) {
        ssize_t n = write(fd, text + done, length - done);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0)
            fine = false;
        else
            done += (size_t)n;
    }
    int e = errno;
    if (fd >= 0 && close(fd) != 0 && fine) {
        e = errno;
        fine = false;
    }
    if (fine && !direct && rename(temporary, path) != 0) {
        e = errno;
        fine = false;
    }
    if (!fine) {
        *error = xasprintf("cannot write %s: %s", path, strerror(e));
        if (!direct) unlink(temporary);
    }
    free(temporary);
    return fine;
}
