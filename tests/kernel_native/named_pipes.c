/* Named pipes: who waits in open, what is left in them, what poll tells, the order of errors. */
#include "line.h"
#include "looks.h"
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

static char bytes[200];

static int mode_of(const char *name) {
    struct stat s;
    return stat(name, &s) ? -1 : (int)(s.st_mode & (S_IFMT | 0777));
}
static int mode(int fd) {
    struct stat s;
    return fstat(fd, &s) ? -1 : (int)(s.st_mode & (S_IFMT | 0777));
}
static int same_file(int fd, const char *name) {
    struct stat s, t;
    return fstat(fd, &s) || stat(name, &t) ? -1 : s.st_ino == t.st_ino;
}

static void names(void) {
    LINE(mkfifo("p", 0666));
    LINE(mkfifo("p", 0600));
    LINE(mkfifo("none/p", 0600));
    LINE(mkfifo("", 0600));
    LINE(mkfifoat(AT_FDCWD, "q", 0640));
    LINE(mkfifoat(99, "q", 0640));
    LINE(mkfifoat(99, "/nowhere/q", 0640));
    LINE(mknod("r", S_IFIFO | 0600, 0));
    LINE(mode_of("p"));
    LINE(mode_of("q"));
    LINE(chmod("p", 0622));
    LINE(mode_of("p"));
    LINE(truncate("p", 0));
    LINE(rename("q", "s"));
    LINE(mode_of("q"));
    LINE(mode_of("s"));
    LINE(unlink("s"));
    LINE(unlink("s"));
    LINE(rmdir("r"));
    LINE(link("r", "t"));
    LINE(unlink("r"));
    LINE(mode_of("t"));
    LINE(open("t/x", O_RDWR));
    LINE(open("t", O_RDWR | O_CREAT | O_EXCL, 0600));
    LINE(open("t", O_RDONLY | O_DIRECTORY));
}

static void ends(void) {
    int w = -1, r, both, other;
    LINE(open("p", O_WRONLY | O_NONBLOCK));
    LINE_AS("reader", (r = open("p", O_RDONLY | O_NONBLOCK)) >= 0);
    LINE(read(r, bytes, 10));
    LINE(polled(r, POLLIN | POLLOUT));
    LINE_AS("writer", (w = open("p", O_WRONLY | O_NONBLOCK)) >= 0);
    LINE(read(r, bytes, 10));
    LINE(polled(r, POLLIN | POLLOUT));
    LINE(polled(w, POLLIN | POLLOUT));
    LINE(mode(r));
    LINE(same_file(r, "p"));
    LINE(same_file(w, "t"));
    LINE(write(w, "hello", 5));
    LINE(polled(r, POLLIN | POLLOUT));
    LINE(waiting(r));
    LINE(read(w, bytes, 1));
    LINE(write(r, bytes, 1));
    LINE(lseek(r, 0, SEEK_SET));
    LINE(pread(r, bytes, 1, 0));
    LINE(ftruncate(w, 0));
    LINE(fcntl(r, F_GETFL) & (O_ACCMODE | O_NONBLOCK));
    LINE_AS("second writer", (other = open("p", O_WRONLY)) >= 0);
    LINE(write(other, "!", 1));
    LINE(close(w));
    LINE(polled(r, POLLIN | POLLOUT));
    LINE(read(r, bytes, 10));
    LINE_AS("bytes", bytes[5]);
    LINE(read(r, bytes, 10));
    LINE(close(other));
    LINE(polled(r, POLLIN | POLLOUT));
    LINE(read(r, bytes, 10));
    LINE_AS("a writer again", (w = open("p", O_WRONLY)) >= 0);
    LINE(polled(r, POLLIN | POLLOUT));
    LINE(write(w, "left", 4));
    LINE(close(w));
    LINE(polled(r, POLLIN | POLLOUT));
    LINE(close(r));
    LINE_AS("a reader again", (r = open("p", O_RDONLY | O_NONBLOCK)) >= 0);
    LINE(read(r, bytes, 10));
    LINE_AS("and a writer", (w = open("p", O_WRONLY)) >= 0);
    LINE(close(r));
    signal(SIGPIPE, SIG_IGN);
    LINE(polled(w, POLLIN | POLLOUT));
    LINE(write(w, "x", 1));
    LINE(close(w));
    LINE_AS("both ends", (both = open("p", O_RDWR)) >= 0);
    LINE(polled(both, POLLIN | POLLOUT));
    LINE(write(both, "own", 3));
    LINE(polled(both, POLLIN | POLLOUT));
    LINE(read(both, bytes, 10));
    LINE_AS("needs no reader", (w = open("p", O_WRONLY)) >= 0);
    LINE_AS("nor a writer", (r = open("p", O_RDONLY)) >= 0);
    LINE(close(both));
    LINE(write(w, "kept", 4));
    LINE(unlink("p"));
    LINE(read(r, bytes, 10));
    LINE(close(w));
    LINE(read(r, bytes, 10));
    LINE(close(r));
    LINE(open("p", O_RDONLY | O_NONBLOCK));
}

/* Each waits in open for the other one. */
static void *reader(void *unused) {
    int r = open("o", O_RDONLY);
    long n = read(r, bytes, 3), more = read(r, bytes + 100, 1);
    close(r);
    return (void *)(r < 0 ? -1 : n * 10 + more);
}

static void meeting(void) {
    pthread_t t;
    void *result;
    int w;
    LINE(mkfifo("o", 0600));
    for (int k = 0; k < 2; k++) {
        pthread_create(&t, NULL, reader, NULL);
        LINE_AS("met", (w = open("o", O_WRONLY)) >= 0);
        LINE(write(w, "abc", 3));
        LINE(close(w));
        pthread_join(t, &result);
        LINE_AS("read", (long)result);
        LINE_AS("byte", bytes[2]);
    }
}

int main(void) {
    names();
    ends();
    meeting();
    return 0;
}
