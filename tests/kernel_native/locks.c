/* Locks on files: flock, and those of fcntl for the process and for open files; then many of them by chance,
 * through several open files of one file. */
#include "line.h"
#include <fcntl.h>
#include <stdint.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static int record(int fd, int how, int type, int whence, long start, long length) {
    struct flock l = {.l_type = type, .l_whence = whence, .l_start = start, .l_len = length};
    return fcntl(fd, how, &l);
}
/* What F_GETLK tells, as one number. */
static long asked(int fd, int how, int type, long start, long length) {
    struct flock l = {.l_type = type, .l_start = start, .l_len = length};
    if (fcntl(fd, how, &l)) return -1;
    if (l.l_type == F_UNLCK) return 0;
    return l.l_type * 1000000 + l.l_whence * 100000 + l.l_start * 1000 + l.l_len * 10 + (l.l_pid == -1) + 5;
}

static void whole_files(void) {
    int a = open("lock", O_RDWR | O_CREAT, 0600), b = open("lock", O_RDONLY), c = dup(a),
        other = open("z", O_CREAT, 0600);
    LINE(flock(a, LOCK_EX));
    LINE(flock(a, LOCK_EX));
    LINE(flock(c, LOCK_EX | LOCK_NB));
    LINE(flock(b, LOCK_EX | LOCK_NB));
    LINE(flock(b, LOCK_SH | LOCK_NB));
    LINE(flock(other, LOCK_EX | LOCK_NB));
    LINE(flock(b, LOCK_UN));
    LINE(flock(a, LOCK_SH));
    LINE(flock(b, LOCK_SH | LOCK_NB));
    LINE(flock(a, LOCK_EX | LOCK_NB));
    LINE(flock(b, LOCK_EX | LOCK_NB)); /* that of a is lost */
    LINE(flock(a, LOCK_SH | LOCK_NB));
    LINE(close(b));
    LINE(flock(a, LOCK_SH | LOCK_NB));
    b = open("lock", O_RDWR);
    LINE(flock(b, LOCK_EX | LOCK_NB));
    LINE(close(a));
    LINE(flock(b, LOCK_EX | LOCK_NB)); /* c has it */
    LINE(flock(c, LOCK_UN));
    LINE(flock(b, LOCK_EX | LOCK_NB));
    LINE(dup2(c, b));
    LINE(flock(c, LOCK_EX | LOCK_NB));
    LINE(flock(c, LOCK_UN | LOCK_NB));
    LINE(flock(c, 0));
    LINE(flock(c, LOCK_SH | LOCK_EX));
    LINE(flock(c, LOCK_NB));
    LINE(flock(99, LOCK_EX));
    LINE(flock(99, 77));
    LINE(flock(-1, LOCK_UN));
    LINE(unlink("lock"));
    a = open("lock", O_RDWR | O_CREAT, 0600);
    LINE(flock(b, LOCK_EX));
    LINE(flock(a, LOCK_EX | LOCK_NB)); /* another file */
    int folder = open(".", O_RDONLY | O_DIRECTORY), again = open(".", O_RDONLY);
    LINE(flock(folder, LOCK_EX));
    LINE(flock(again, LOCK_EX | LOCK_NB));
    close(a), close(b), close(c), close(other), close(folder), close(again);
}

static void ranges(void) {
    int a = open("range", O_RDWR | O_CREAT, 0600), b = open("range", O_RDWR), r = open("range", O_RDONLY),
        w = open("range", O_WRONLY);
    write(a, "0123456789", 10);
    LINE(record(a, F_SETLK, F_WRLCK, SEEK_SET, 0, 0));
    LINE(record(b, F_SETLKW, F_WRLCK, SEEK_SET, 0, 0));
    LINE(asked(b, F_GETLK, F_WRLCK, 0, 0));
    LINE(asked(b, F_OFD_GETLK, F_WRLCK, 2, 3) > 0);
    LINE(record(b, F_OFD_SETLK, F_RDLCK, SEEK_SET, 2, 3));
    LINE(close(dup(r))); /* no lock of the process is left */
    LINE(record(b, F_OFD_SETLK, F_RDLCK, SEEK_SET, 2, 3));
    LINE(asked(a, F_GETLK, F_WRLCK, 0, 0));
    LINE(asked(a, F_GETLK, F_RDLCK, 0, 0));
    LINE(asked(a, F_GETLK, F_WRLCK, 5, 0));
    LINE(asked(b, F_OFD_GETLK, F_WRLCK, 0, 0));
    LINE(record(a, F_SETLK, F_WRLCK, SEEK_SET, 4, 1));
    LINE(record(a, F_SETLK, F_WRLCK, SEEK_SET, 5, 1));
    LINE(record(a, F_OFD_SETLK, F_WRLCK, SEEK_SET, 5, 1));
    LINE(record(a, F_SETLK, F_UNLCK, SEEK_SET, 0, 0));
    LINE(record(a, F_OFD_SETLK, F_WRLCK, SEEK_END, -1, 1));
    LINE(asked(b, F_OFD_GETLK, F_WRLCK, 0, 0));
    LINE(record(a, F_OFD_SETLK, F_WRLCK, SEEK_CUR, 0, -1));
    LINE(record(a, F_OFD_SETLK, F_WRLCK, SEEK_SET, 0, -1));
    LINE(record(a, F_SETLK, F_WRLCK, SEEK_SET, -1, 1));
    LINE(record(a, F_SETLK, F_WRLCK, 4, 0, 1));
    LINE(record(a, F_SETLK, 17, SEEK_SET, 0, 1));
    LINE(record(a, F_GETLK, F_UNLCK, SEEK_SET, 0, 1));
    LINE(record(a, F_GETLK, 17, SEEK_SET, 0, 1));
    LINE(record(a, F_SETLK, F_WRLCK, SEEK_SET, INT64_MAX, 1));
    LINE(record(a, F_SETLK, F_WRLCK, SEEK_SET, INT64_MAX, 2));
    LINE(record(a, F_SETLK, F_WRLCK, SEEK_END, INT64_MAX, 1));
    LINE(record(r, F_SETLK, F_WRLCK, SEEK_SET, 100, 1));
    LINE(record(r, F_SETLK, F_RDLCK, SEEK_SET, 100, 1));
    LINE(record(w, F_SETLK, F_RDLCK, SEEK_SET, 100, 1));
    LINE(record(w, F_SETLK, F_WRLCK, SEEK_SET, 100, 1));
    LINE(record(w, F_SETLK, F_UNLCK, SEEK_SET, 100, 1));
    LINE(record(w, F_GETLK, F_RDLCK, SEEK_SET, 100, 1));
    LINE(record(99, F_GETLK, F_RDLCK, SEEK_SET, 100, 1));
    LINE(record(99, F_OFD_SETLKW, F_RDLCK, SEEK_SET, 100, 1));
    LINE(fcntl(a, F_OFD_SETLK, &(struct flock){.l_type = F_RDLCK, .l_len = 1, .l_pid = 3}));
    LINE(fcntl(a, F_OFD_GETLK, &(struct flock){.l_type = F_RDLCK, .l_len = 1, .l_pid = 3}));
    LINE(lockf(a, F_LOCK, 2));
    LINE(lockf(b, F_TEST, 2));
    LINE(lockf(b, F_TLOCK, 2));
    LINE(lockf(b, F_ULOCK, 2));
    LINE(lockf(b, 77, 2));
    LINE(flock(a, LOCK_EX)); /* the two kinds do not know of each other */
    close(a), close(b), close(r), close(w);
}

static unsigned state = 12345;
static int chance(int n) {
    state = state * 1103515245 + 12345;
    return (int)((state >> 16) % (unsigned)n);
}
static void by_chance(void) {
    int fd[4];
    for (int k = 0; k < 4; k++) fd[k] = open("chance", O_RDWR | O_CREAT, 0600);
    for (int k = 0; k < 400; k++) {
        static const int kinds[] = {F_RDLCK, F_WRLCK, F_UNLCK}, whole[] = {LOCK_SH, LOCK_EX, LOCK_UN};
        int who = chance(4), start = chance(8), length = chance(6), type = kinds[chance(3)];
        switch (chance(6)) {
        case 0: LINE(record(fd[who], F_SETLK, type, SEEK_SET, start, length)); break;
        case 1:
        case 2: LINE(record(fd[who], F_OFD_SETLK, type, SEEK_SET, start, length)); break;
        case 3: LINE(flock(fd[who], whole[chance(3)] | LOCK_NB)); break;
        case 4:
            /* Which of several locks is told is not said. */
            LINE(asked(fd[who], chance(2) ? F_GETLK : F_OFD_GETLK, F_WRLCK, start, 1) > 0);
            break;
        default:
            if (chance(4)) break;
            LINE(close(fd[who]));
            LINE((fd[who] = open("chance", O_RDWR)) >= 0);
        }
    }
}

int main(void) {
    whole_files();
    ranges();
    by_chance();
}
