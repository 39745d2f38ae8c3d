/* Files: flags of open, lseek, truncation, links, folders, what stat tells, and the order of errors. */
#include "line.h"
#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

static char bytes[100];
static char long_name[300], long_path[5000];

static int closing(int fd) {
    if (fd < 0) return fd;
    close(fd);
    return 0;
}
static int flags_of(int fd) {
    int flags = fcntl(fd, F_GETFL);
    if (fd >= 0) close(fd);
    return flags;
}
static long mode(const char *path) {
    struct stat s;
    return stat(path, &s) ? -1 : (long)s.st_mode;
}
static long link_mode(const char *path) {
    struct stat s;
    return lstat(path, &s) ? -1 : (long)(s.st_mode & S_IFMT);
}
static long size_of(const char *path) {
    struct stat s;
    return stat(path, &s) ? -1 : (long)s.st_size;
}
static long links_of(const char *path) {
    struct stat s;
    return stat(path, &s) ? -1 : (long)s.st_nlink;
}
static long links_left(int file) {
    struct stat s;
    return fstat(file, &s) ? -1 : (long)s.st_nlink;
}
static int same(const char *a, const char *b) {
    struct stat s, t;
    return stat(a, &s) || stat(b, &t) ? -1 : s.st_ino == t.st_ino && s.st_dev == t.st_dev;
}

static void opening(void) {
    LINE(closing(open("none", O_RDONLY)));
    LINE(closing(open("", O_RDONLY)));
    LINE(closing(open("a", O_CREAT | O_EXCL | O_RDWR, 0640)));
    LINE(closing(open("a", O_CREAT | O_EXCL | O_RDWR, 0640)));
    LINE(closing(open("a", O_CREAT | O_RDWR, 0600)));
    LINE(mode("a"));
    LINE(closing(open("a/", O_RDONLY)));
    LINE(closing(open("a/b", O_RDONLY)));
    LINE(closing(open("a/b", O_RDONLY | O_CREAT, 0600)));
    LINE(closing(open("a", O_RDONLY | O_DIRECTORY)));
    LINE(closing(open("none", O_RDONLY | O_DIRECTORY)));
    LINE(closing(open("none/", O_RDWR | O_CREAT, 0600)));
    LINE(closing(open("none/b", O_RDWR | O_CREAT, 0600)));
    LINE(mkdir("d", 0755));
    LINE(mkdir("d", 0755));
    LINE(mkdir("a", 0755));
    LINE(mkdir("none/d", 0755));
    LINE(mkdir("a/d", 0755));
    LINE(mkdir("", 0755));
    LINE(mode("d"));
    LINE(closing(open("d", O_RDONLY)));
    LINE(closing(open("d", O_RDONLY | O_DIRECTORY)));
    LINE(closing(open("d", O_WRONLY)));
    LINE(closing(open("d", O_RDWR)));
    LINE(closing(open("d", O_RDONLY | O_CREAT, 0600)));
    LINE(closing(open("d", O_RDONLY | O_TRUNC)));
    LINE(closing(open("d/", O_RDONLY)));
    LINE(closing(open("d/.", O_RDONLY)));
    LINE(closing(open("d/..", O_RDONLY)));
    LINE(closing(open("d/../a", O_RDONLY)));
    LINE(closing(open("d//../a", O_RDONLY)));
    LINE(closing(open("./a", O_RDONLY)));
    LINE(closing(open(long_name, O_RDONLY)));
    LINE(closing(open(long_path, O_RDONLY)));
    LINE(flags_of(open("a", O_RDONLY)));
    LINE(flags_of(open("a", O_WRONLY)));
    LINE(flags_of(open("a", O_RDWR | O_APPEND)));
    LINE(flags_of(open("a", O_RDWR | O_APPEND | O_TRUNC | O_CREAT | O_NONBLOCK | O_CLOEXEC, 0600)));
    LINE(closing(openat(AT_FDCWD, "a", O_RDONLY)));
    LINE(closing(openat(99, "a", O_RDONLY)));
    LINE(closing(creat("c", 0444)));
    LINE(mode("c"));
}

static void offsets(void) {
    int fd = open("s", O_RDWR | O_CREAT | O_TRUNC, 0600);
    LINE(write(fd, "0123456789", 10));
    LINE(lseek(fd, 0, SEEK_CUR));
    LINE(lseek(fd, -3, SEEK_CUR));
    LINE(lseek(fd, -30, SEEK_CUR));
    LINE(lseek(fd, 0, SEEK_CUR));
    LINE(lseek(fd, 0, SEEK_END));
    LINE(lseek(fd, 5, SEEK_END));
    LINE(lseek(fd, -1, SEEK_SET));
    LINE(lseek(fd, 0, 77));
    LINE(lseek(fd, LONG_MAX, SEEK_CUR));
    LINE(lseek(fd, 4, SEEK_DATA));
    LINE(lseek(fd, 4, SEEK_HOLE));
    LINE(lseek(fd, 10, SEEK_DATA));
    LINE(lseek(fd, 10, SEEK_HOLE));
    LINE(lseek(fd, 15, SEEK_SET));
    LINE(read(fd, bytes, 5));
    LINE(write(fd, "x", 1));
    LINE(size_of("s"));
    LINE(pread(fd, bytes, 20, 8));
    LINE_AS("byte in the hole", bytes[3]);
    LINE(pread(fd, bytes, 20, -1));
    LINE(pwrite(fd, "yy", 2, 30));
    LINE(pwrite(fd, "yy", 2, -2));
    LINE(lseek(fd, 0, SEEK_CUR));
    LINE(ftruncate(fd, 4));
    LINE(ftruncate(fd, -1));
    LINE(lseek(fd, 0, SEEK_CUR));
    LINE(read(fd, bytes, 5));
    LINE(truncate("s", 9));
    LINE(truncate("s", -9));
    LINE(truncate("none", 9));
    LINE(truncate("d", 9));
    LINE(size_of("s"));
    LINE(close(fd));
    LINE(lseek(fd, 0, SEEK_CUR));
    fd = open("s", O_RDONLY);
    LINE(write(fd, "x", 1));
    LINE(write(fd, "x", 0));
    LINE(ftruncate(fd, 1));
    LINE(close(fd));
    fd = open("s", O_WRONLY | O_APPEND);
    LINE(read(fd, bytes, 1));
    LINE(lseek(fd, 2, SEEK_SET));
    LINE(write(fd, "end", 3));
    LINE(lseek(fd, 0, SEEK_CUR));
    LINE(pwrite(fd, "end", 3, 0));
    LINE(size_of("s"));
    LINE(close(fd));
    fd = open("d", O_RDONLY);
    LINE(read(fd, bytes, 1));
    LINE(write(fd, bytes, 1));
    LINE(ftruncate(fd, 1));
    LINE(fsync(fd));
    LINE(close(fd));
}

static void linking(void) {
    LINE(symlink("a", "l"));
    LINE(symlink("a", "l"));
    LINE(symlink("", "m"));
    LINE(symlink("none", "broken"));
    LINE(symlink("loop2", "loop1"));
    LINE(symlink("loop1", "loop2"));
    LINE(symlink("d", "ld"));
    LINE(readlink("l", bytes, sizeof bytes));
    LINE(readlink("broken", bytes, 2));
    LINE(readlink("a", bytes, sizeof bytes));
    LINE(readlink("nothing", bytes, sizeof bytes));
    LINE(readlink("l", bytes, 0));
    LINE(link_mode("l"));
    LINE(link_mode("ld/"));
    LINE(mode("broken"));
    LINE(closing(open("l", O_RDONLY | O_NOFOLLOW)));
    LINE(closing(open("a", O_RDONLY | O_NOFOLLOW)));
    LINE(closing(open("loop1", O_RDONLY)));
    LINE(closing(open("broken", O_RDONLY)));
    LINE(closing(open("broken", O_RDONLY | O_CREAT | O_EXCL, 0600)));
    LINE(closing(open("broken", O_RDWR | O_CREAT, 0600)));
    LINE(mode("none"));
    LINE(same("broken", "none"));
    LINE(link("a", "hard"));
    LINE(link("a", "hard"));
    LINE(link("nothing", "hard2"));
    LINE(link("d", "hard2"));
    LINE(links_of("a"));
    LINE(same("a", "hard"));
    LINE(unlink("hard"));
    LINE(links_of("a"));
    LINE(unlink("nothing"));
    LINE(unlink("a/"));
    LINE(unlink("ld"));
    LINE(rmdir("a"));
    LINE(rmdir("nothing"));
    LINE(mkdir("d/e", 0700));
    LINE(rmdir("d"));
    LINE(rmdir("d/e/."));
    LINE(rmdir("d/e/.."));
    LINE(rmdir("d/e"));
    LINE(unlinkat(AT_FDCWD, "d", 0x10));
    LINE(access("a", F_OK));
    LINE(access("a", 99));
    LINE(access("nothing", R_OK));
    LINE(access("loop1", F_OK));
    LINE(faccessat(AT_FDCWD, "l", F_OK, 0));
    LINE(rename("nothing", "b"));
    LINE(rename("a", "b"));
    LINE(mode("a"));
    LINE(rename("b", "b"));
    LINE(rename("b", "d"));
    LINE(rename("b", "none2/b"));
    LINE(rename("", "b"));
    LINE(rename("b", ""));
    LINE(rename("c", "b"));
    LINE(size_of("b"));
}

static void links_lost(void) {
    int file = open("left", O_RDWR | O_CREAT, 0600);
    LINE(link("left", "left2"));
    LINE(rename("left", "left2"));
    LINE(access("left", F_OK));
    LINE(links_left(file));
    LINE(unlink("left"));
    LINE(links_left(file));
    LINE(closing(open("over", O_RDWR | O_CREAT, 0600)));
    LINE(rename("over", "left2"));
    LINE(links_left(file));
    LINE(links_of("left2"));
    LINE(unlink("left2"));
    close(file);
}

static void folders(void) {
    int count = 0;
    LINE(mkdir("f", 0700));
    LINE(closing(open("f/1", O_CREAT | O_RDWR, 0600)));
    LINE(closing(open("f/2", O_CREAT | O_RDWR, 0600)));
    LINE(mkdir("f/3", 0700));
    DIR *d = opendir("f");
    for (struct dirent *e; d && (e = readdir(d));) count += e->d_name[0] == '.' ? 10 : 1;
    LINE_AS("entries", count);
    LINE(closedir(d));
    LINE_AS("opendir of a file", opendir("b") ? 0 : -1);
    LINE_AS("opendir of nothing", opendir("nothing") ? 0 : -1);
    LINE(chdir("f"));
    LINE(mode("1"));
    LINE(closing(open("../b", O_RDONLY)));
    LINE(chdir("1"));
    LINE(chdir("nothing"));
    LINE(chdir(".."));
    LINE(chmod("b", 04755));
    LINE(mode("b"));
    LINE(chmod("nothing", 0600));
    LINE(fchmod(99, 0600));
    LINE(umask(077));
    LINE(closing(open("u", O_CREAT | O_RDWR, 0777)));
    LINE(mode("u"));
    LINE(umask(022));
    LINE(mknod("node", S_IFREG | 0600, 0));
    LINE(mode("node"));
    LINE(mknod("node", S_IFREG | 0600, 0));
    LINE(utimensat(AT_FDCWD, "nothing", NULL, 0));
    LINE(utimensat(AT_FDCWD, "b", (struct timespec[]){{0, 2000000000}, {0, 0}}, 0));
    LINE(utimensat(AT_FDCWD, "b", (struct timespec[]){{0, UTIME_OMIT}, {7, 5}}, 0));
    struct stat s;
    LINE(stat("b", &s));
    LINE_AS("st_mtime", s.st_mtim.tv_sec);
    LINE_AS("nanoseconds", s.st_mtim.tv_nsec);
}

/* Copies n bytes from the offset `from` to the offset `to` by copy_file_range. */
static long copied(int in, long from, int out, long to, unsigned long n) {
    off_t at = from, end = to;
    return copy_file_range(in, &at, out, &end, n, 0);
}

static void copying(void) {
    int all = open("copied", O_RDWR | O_CREAT, 0600), folder = open(".", O_RDONLY), ends[2];
    LINE(write(all, "0123456789", 10));
    int read_only = open("copied", O_RDONLY), write_only = open("copied", O_WRONLY);
    int append = open("copied", O_RDWR | O_APPEND), other = open("other", O_RDWR | O_CREAT, 0600);
    LINE(copied(all, 0, all, 1, 2));
    LINE(copied(read_only, 1, write_only, 0, 2));
    LINE(copied(all, 0, all, 2, 2));
    LINE(copied(all, 8, all, 9, 5));
    LINE(copied(all, 8, all, 10, 5));
    LINE(copied(all, 20, all, 20, 5));
    LINE(copied(all, 3, all, 3, 0));
    LINE(copied(all, 0, append, 20, 2));
    LINE(copied(append, 0, other, 0, 2));
    LINE(copied(write_only, 0, other, 0, 2));
    LINE(copied(other, 0, read_only, 0, 2));
    LINE(copied(other, 50, read_only, 0, 2));
    LINE(copied(folder, 0, other, 0, 2));
    LINE(copied(other, 0, folder, 0, 2));
    LINE(sendfile(append, other, 0, 1));
    LINE(sendfile(append, other, 0, 0));
    LINE(sendfile(read_only, other, 0, 1));
    LINE(sendfile(other, write_only, 0, 1));
    LINE(sendfile(other, all, &(off_t){1}, 3));
    if (pipe(ends)) return;
    LINE(fcntl(ends[1], F_SETFL, O_APPEND));
    LINE(sendfile(ends[1], all, &(off_t){1}, 3));
    LINE(copied(all, 0, ends[1], 0, 1));
    LINE(size_of("copied"));
    LINE(size_of("other"));
}

int main(void) {
    umask(022);
    memset(long_name, 'n', sizeof long_name - 1);
    for (unsigned k = 0; k + 2 < sizeof long_path; k += 2) memcpy(long_path + k, "n/", 2);
    opening();
    offsets();
    linking();
    links_lost();
    folders();
    copying();
}
