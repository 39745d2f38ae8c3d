/* Pipes: ends, flags, sizes, what poll tells, the order of errors. */
#include "line.h"
#include "looks.h"
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

static int p[2];
static char bytes[70000];

static int mode(int fd) {
    struct stat s;
    return fstat(fd, &s) ? -1 : (int)(s.st_mode & (S_IFMT | 0777));
}
static long size_of(int fd) {
    struct stat s;
    return fstat(fd, &s) ? -1 : (long)s.st_size;
}

static void ends(void) {
    LINE(pipe2(p, 0x40000000));
    LINE(pipe2(p, O_APPEND));
    LINE(pipe2(p, O_NONBLOCK | O_CLOEXEC));
    LINE(fcntl(p[0], F_GETFL));
    LINE(fcntl(p[1], F_GETFL));
    LINE(fcntl(p[0], F_GETFD));
    LINE(mode(p[0]));
    LINE(mode(p[1]));
    LINE(size_of(p[0]));
    LINE(lseek(p[0], 0, SEEK_CUR));
    LINE(lseek(p[1], 0, SEEK_SET));
    LINE(lseek(p[1], 0, 99));
    LINE(ftruncate(p[1], 0));
    LINE(ftruncate(p[1], -1));
    LINE(fsync(p[1]));
    LINE(fdatasync(p[0]));
    LINE(pread(p[0], bytes, 1, 0));
    LINE(pwrite(p[1], bytes, 1, 0));
    LINE(pread(p[1], bytes, 1, 0));
    LINE(pread(p[0], bytes, 1, -1));
    LINE(fchdir(p[0]));
    LINE(isatty(p[0]));
    LINE(ioctl(p[0], 0x12345678, 0));
    LINE(fchmod(p[0], 0640));
    LINE(mode(p[0]));
}

static void flow(void) {
    LINE(read(p[0], bytes, 1));
    LINE(read(p[0], bytes, 0));
    LINE(read(p[1], bytes, 1));
    LINE(read(p[1], bytes, 0));
    LINE(write(p[0], bytes, 1));
    LINE(write(p[0], bytes, 0));
    LINE(write(p[1], bytes, 0));
    LINE(polled(p[0], POLLIN | POLLOUT | POLLPRI));
    LINE(polled(p[1], POLLIN | POLLOUT | POLLPRI));
    LINE(write(p[1], "abcdef", 6));
    LINE(waiting(p[0]));
    LINE(waiting(p[1]));
    LINE(size_of(p[0]));
    LINE(polled(p[0], POLLIN | POLLRDNORM | POLLRDBAND));
    LINE(polled(p[0], 0));
    LINE(polled(p[0], POLLOUT));
    LINE(polled(p[1], POLLOUT | POLLWRNORM | POLLWRBAND));
    LINE(read(p[0], bytes, 4));
    LINE(waiting(p[0]));
    LINE(readv(p[0], &(struct iovec){bytes, 9}, 1));
    LINE(readv(p[0], &(struct iovec){bytes, 9}, 0));
    LINE(readv(p[0], &(struct iovec){bytes, 9}, -1));
    LINE(writev(p[1], &(struct iovec){bytes, 9}, 1025));
    LINE(writev(p[1], (struct iovec[]){{bytes, 3}, {bytes, 0}, {bytes, 5}}, 3));
    LINE(waiting(p[0]));
    LINE(read(p[0], bytes, sizeof bytes));
}

static void fill(void) {
    LINE(fcntl(p[1], F_GETPIPE_SZ));
    LINE(write(p[1], bytes, sizeof bytes));
    LINE(write(p[1], bytes, 1));
    LINE(polled(p[1], POLLOUT));
    LINE(polled(p[0], POLLIN));
    LINE(waiting(p[0]));
    LINE(read(p[0], bytes, 4096));
    LINE(polled(p[1], POLLOUT));
    LINE(write(p[1], bytes, 4096));
    LINE(read(p[0], bytes, sizeof bytes));
    LINE(fcntl(p[0], F_SETPIPE_SZ, -1));
    LINE(fcntl(99, F_GETPIPE_SZ));
}

static void closed(void) {
    LINE(write(p[1], "xy", 2));
    LINE(close(p[1]));
    LINE(polled(p[0], POLLIN));
    LINE(read(p[0], bytes, 1));
    LINE(read(p[0], bytes, 9));
    LINE(read(p[0], bytes, 9));
    LINE(polled(p[0], POLLIN));
    LINE(polled(p[0], 0));
    LINE(close(p[0]));
    LINE(close(p[0]));
    LINE(pipe(p));
    LINE(close(p[0]));
    LINE(polled(p[1], POLLOUT));
    LINE(polled(p[1], 0));
    LINE(write(p[1], "x", 1));
    LINE(write(p[1], "x", 0));
    LINE(fcntl(p[1], F_SETFL, O_NONBLOCK | O_APPEND));
    LINE(fcntl(p[1], F_GETFL));
    LINE(close(p[1]));
    LINE(polled(p[1], POLLOUT));
    LINE(polled(-1, POLLOUT));
}

int main(void) {
    signal(SIGPIPE, SIG_IGN);
    ends();
    flow();
    fill();
    closed();
}
