/* expect: safe */
/* What statx, renameat2, close_range and closefrom do, as the kernel documents it. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void make(const char *name, const char *text) {
    FILE *f = fopen(name, "w");
    fputs(text, f);
    fclose(f);
}
static long size_of(const char *name) {
    struct statx x;
    if (statx(AT_FDCWD, name, AT_SYMLINK_NOFOLLOW, STATX_BASIC_STATS, &x)) return -errno;
    assert((x.stx_mask & STATX_SIZE) && S_ISREG(x.stx_mode) && x.stx_nlink == 1);
    return (long)x.stx_size;
}
static void check_stat(void) {
    struct statx x;
    struct stat st;
    make("a", "12345");
    assert(size_of("a") == 5 && size_of("none") == -ENOENT);
    assert(statx(AT_FDCWD, "a", 0, STATX__RESERVED, &x) == -1 && errno == EINVAL);
    assert(statx(AT_FDCWD, "a", AT_STATX_SYNC_TYPE, STATX_SIZE, &x) == -1 && errno == EINVAL);
    assert(statx(AT_FDCWD, "a", 0x40000000, STATX_SIZE, &x) == -1 && errno == EINVAL);
    int fd = open("a", O_RDONLY);
    assert(!fstat(fd, &st) && !statx(fd, "", AT_EMPTY_PATH, STATX_ALL, &x));
    assert(x.stx_ino == st.st_ino && x.stx_size == 5 && x.stx_mtime.tv_sec == st.st_mtime);
    close(fd);
}
static void check_rename(void) {
    make("b", "1");
    assert(renameat2(AT_FDCWD, "a", AT_FDCWD, "b", RENAME_NOREPLACE) == -1 && errno == EEXIST);
    assert(!renameat2(AT_FDCWD, "a", AT_FDCWD, "b", RENAME_EXCHANGE));
    assert(size_of("a") == 1 && size_of("b") == 5);
    assert(!renameat2(AT_FDCWD, "a", AT_FDCWD, "c", 0) && size_of("a") == -ENOENT && size_of("c") == 1);
}
static void check_close(void) {
    int p[2];
    assert(!pipe(p) && !close_range((unsigned)p[0], (unsigned)p[1], 0));
    assert(close(p[0]) == -1 && errno == EBADF);
    assert(close_range(5, 4, 0) == -1 && errno == EINVAL);
    assert(!pipe(p));
    closefrom(p[1]);
    assert(!close(p[0]) && close(p[1]) == -1 && errno == EBADF);
}
int main(void) {
    check_stat();
    check_rename();
    check_close();
}
