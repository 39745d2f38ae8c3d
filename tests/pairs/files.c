/* files.c — files and folders, by name and by descriptor. */
#include "pairs.h"

static int file, other, appends, folder;
static DIR *listed;

static void init(void) {
    file = open("/f", O_RDWR | O_CREAT, 0600);
    write(file, "abcd", 4);
    lseek(file, 1, SEEK_SET);
    other = open("/f", O_RDWR);
    appends = open("/f", O_RDWR | O_APPEND);
    mkdir("/d", 0700);
    close(open("/d/x", O_RDWR | O_CREAT, 0600));
    folder = open("/d", O_RDONLY | O_DIRECTORY);
    mkdir("/n", 0700);
    symlink("/f", "/l");
    listed = opendir("/d");
}

static int query(void) {
    struct stat s;
    char b[16] = {0};
    fstat(file, &s);
    int h = (int)s.st_size * 3 + (int)s.st_nlink;
    h = h * 7 + (int)lseek(file, 0, SEEK_CUR);
    h = h * 7 + (int)lseek(appends, 0, SEEK_CUR);
    h = h * 4 + (access("/g", 0) == 0) * 2 + (access("/d/y", 0) == 0);
    for (int n = (int)pread(other, b, 15, 0), k = 0; k < n; k++) h = h * 31 + b[k];
    return h * 2 + (access("/f", 0) == 0);
}

static int size_and_links(int result, const struct stat *s) {
    return result ? -errno : (int)s->st_size * 10 + (int)s->st_nlink;
}

CALL(read) {
    char c = 0;
    int n = (int)read(file, &c, 1);
    return n * 1000 + c;
}
CALL(write) { return E(write(file, "X", 1)); }
CALL(pread) {
    char c = 0;
    int n = (int)pread(file, &c, 1, 1);
    return n * 1000 + c;
}
CALL(pwrite) { return E(pwrite(file, "Y", 1, 1)); }
CALL(append) { return E(write(appends, "Z", 1)); }
CALL(writev) {
    struct iovec v[2] = {{"P", 1}, {"Q", 1}};
    return E(writev(file, v, 2));
}
CALL(lseek_set) { return E(lseek(file, 2, SEEK_SET)); }
CALL(lseek_cur) { return E(lseek(file, 0, SEEK_CUR)); }
CALL(lseek_end) { return E(lseek(file, 0, SEEK_END)); }
CALL(lseek_data) { return E(lseek(file, 3, SEEK_DATA)); }
CALL(ftruncate) { return E(ftruncate(other, 1)); }
CALL(truncate) { return E(truncate("/f", 2)); }
CALL(truncate_link) { return E(truncate("/l", 3)); }
CALL(fallocate) { return E(fallocate(file, 0, 0, 9)); }
CALL(stat) {
    struct stat s;
    return size_and_links(stat("/f", &s), &s);
}
CALL(fstat) {
    struct stat s;
    return size_and_links(fstat(other, &s), &s);
}
CALL(stat_link) {
    struct stat s;
    return size_and_links(stat("/l", &s), &s);
}
CALL(lstat_new) {
    struct stat s;
    return lstat("/g", &s) ? -errno : (int)(s.st_mode >> 12);
}
CALL(stat_mode) {
    struct stat s;
    return stat("/f", &s) ? -errno : (int)(s.st_mode & 0777);
}
CALL(fstat_mode) {
    struct stat s;
    return fstat(file, &s) ? -errno : (int)(s.st_mode & 0777);
}
CALL(stat_time) {
    struct stat s;
    return stat("/f", &s) ? -errno : s.st_mtime == 5;
}
CALL(access_x) { return E(access("/f", X_OK)); }
CALL(access_new) { return E(access("/g", 0)); }
CALL(chmod) { return E(chmod("/f", 0777)); }
CALL(fchmod) { return E(fchmod(file, 0444)); }
CALL(chown) { return E(chown("/f", 1000, 1000)); }
CALL(utimensat) {
    struct timespec t[2] = {{5, 0}, {5, 0}};
    return E(utimensat(AT_FDCWD, "/f", t, 0));
}
CALL(futimens) {
    struct timespec t[2] = {{5, 0}, {5, 0}};
    return E(futimens(file, t));
}
CALL(unlink) { return E(unlink("/f")); }
CALL(unlink_link) { return E(unlink("/l")); }
CALL(unlink_new) { return E(unlink("/g")); }
CALL(rename) { return E(rename("/f", "/g")); }
CALL(rename_back) { return E(rename("/g", "/f")); }
CALL(rename_folder) { return E(rename("/d", "/e")); }
CALL(rename_into) { return E(rename("/f", "/d/f")); }
CALL(exchange) { return E(syscall(SYS_renameat2, AT_FDCWD, "/f", AT_FDCWD, "/d/x", 2)); }
CALL(rename_once) { return E(syscall(SYS_renameat2, AT_FDCWD, "/f", AT_FDCWD, "/g", 1)); }
CALL(link) { return E(link("/f", "/g")); }
CALL(symlink) { return E(symlink("/f", "/g")); }
CALL(readlink) {
    char b[9];
    return E(readlink("/l", b, sizeof b));
}
CALL(readlink_new) {
    char b[9];
    return E(readlink("/g", b, sizeof b));
}
CALL(open_read) {
    int fd = open("/f", O_RDONLY);
    char c = 0;
    if (fd < 0) return -errno;
    int n = (int)read(fd, &c, 1);
    close(fd);
    return 100 + n * 1000 + c;
}
CALL(open_truncate) { return FD(open("/f", O_RDWR | O_TRUNC)); }
CALL(open_create) { return FD(open("/g", O_RDWR | O_CREAT, 0600)); }
CALL(open_exclusive) { return FD(open("/g", O_RDWR | O_CREAT | O_EXCL, 0600)); }
CALL(open_inside) { return FD(open("/d/y", O_RDWR | O_CREAT, 0600)); }
CALL(openat) { return FD(openat(folder, "x", O_RDONLY)); }
CALL(mkdir) { return E(mkdir("/g", 0700)); }
CALL(mkdirat) { return E(mkdirat(folder, "y", 0700)); }
CALL(mkfifo) { return E(mkfifo("/g", 0600)); }
CALL(rmdir) { return E(rmdir("/d")); }
CALL(rmdir_empty) { return E(rmdir("/n")); }
CALL(create_in_empty) { return FD(open("/n/x", O_RDWR | O_CREAT, 0600)); }
CALL(mkdir_in_empty) { return E(mkdir("/n/y", 0700)); }
CALL(rename_to_empty) { return E(rename("/f", "/n/x")); }
CALL(link_in_empty) { return E(link("/f", "/n/x")); }
CALL(symlink_in_empty) { return E(symlink("/f", "/n/z")); }
CALL(folder_to_empty) { return E(rename("/d", "/n/d")); }
CALL(folder_over_empty) { return E(rename("/d", "/n")); }
CALL(rename_empty) { return E(rename("/n", "/o")); }
CALL(rmdir_new) { return E(rmdir("/g")); }
CALL(unlink_inside) { return E(unlink("/d/x")); }
CALL(rename_inside) { return E(rename("/d/x", "/g")); }
CALL(getdents) {
    char b[512];
    return E(syscall(SYS_getdents64, folder, b, sizeof b));
}
CALL(getdents_one) {
    char b[24];
    return E(syscall(SYS_getdents64, folder, b, sizeof b));
}
CALL(rewind_folder) { return E(lseek(folder, 0, SEEK_SET)); }
CALL(list_anew) {
    DIR *d = opendir("/d");
    int n = 0;
    if (!d) return -errno;
    while (readdir(d)) n++;
    closedir(d);
    return n;
}
CALL(list_root) {
    DIR *d = opendir("/");
    int n = 0;
    while (readdir(d)) n++;
    closedir(d);
    return n;
}
CALL(close_folder) { return E(close(folder)); }
CALL(chdir) { return E(chdir("/d")); }
CALL(fchdir) { return E(fchdir(folder)); }
CALL(getcwd) {
    char b[9];
    return getcwd(b, sizeof b) ? (int)strlen(b) : -errno;
}
CALL(open_relative) { return FD(open("x", O_RDONLY)); }
CALL(umask) { return (int)umask(077); }
CALL(umask_other) { return (int)umask(007); }
CALL(create_masked) {
    struct stat s;
    int fd = open("/m", O_RDWR | O_CREAT, 0666);
    fstat(fd, &s);
    return (int)(s.st_mode & 0777);
}
CALL(getfl) { return E(fcntl(file, F_GETFL)) & O_APPEND; }
CALL(setfl) { return E(fcntl(file, F_SETFL, O_APPEND)); }
CALL(setfl_other) { return E(fcntl(file, F_SETFL, O_NONBLOCK)); }
CALL(getfd) { return E(fcntl(other, F_GETFD)); }
CALL(setfd) { return E(fcntl(other, F_SETFD, FD_CLOEXEC)); }
CALL(fioclex) { return E(ioctl(other, FIOCLEX)); }
CALL(flock_alone) { return E(flock(file, LOCK_EX | LOCK_NB)); }
CALL(flock_shared) { return E(flock(other, LOCK_SH | LOCK_NB)); }
CALL(flock_waits) { return E(flock(appends, LOCK_EX)); }
CALL(flock_back) { return E(flock(file, LOCK_UN)); }
static struct flock first_byte(int type) {
    return (struct flock){.l_type = (short)type, .l_whence = SEEK_SET, .l_len = 1};
}
CALL(ofd_lock) {
    struct flock l = first_byte(F_WRLCK);
    return E(fcntl(other, F_OFD_SETLK, &l));
}
CALL(ofd_lock_end) {
    struct flock l = {.l_type = F_WRLCK, .l_whence = SEEK_END, .l_start = -4, .l_len = 1};
    return E(fcntl(appends, F_OFD_SETLK, &l));
}
CALL(ofd_ask) {
    struct flock l = first_byte(F_WRLCK);
    int e = E(fcntl(file, F_OFD_GETLK, &l));
    return e < 0 ? e : l.l_type;
}
CALL(process_lock) {
    struct flock l = first_byte(F_WRLCK);
    return E(fcntl(file, F_SETLK, &l));
}
CALL(process_ask) {
    struct flock l = first_byte(F_WRLCK);
    int e = E(fcntl(file, F_GETLK, &l));
    return e < 0 ? e : l.l_type;
}
CALL(close) { return E(close(other)); }
CALL(close_file) { return E(close(file)); }
CALL(dup) { return E(dup(file)); }
CALL(dup2) { return E(dup2(appends, other)); }
CALL(dupfd) { return E(fcntl(file, F_DUPFD, 6)); }
CALL(close_range) { return E(syscall(SYS_close_range, 4, 5, 0)); }
CALL(sendfile) {
    off_t from = 0;
    return E(sendfile(file, other, &from, 2));
}
CALL(sendfile_on) { return E(sendfile(appends, file, 0, 2)); }
CALL(copy_file_range) {
    loff_t from = 0;
    return E(copy_file_range(other, &from, file, 0, 2, 0));
}
CALL(statfs) {
    char s[256];
    return E(syscall(SYS_statfs, "/d", s));
}
CALL(fsync) { return E(fsync(file)); }
CALL(poll) { return polled(file, POLLIN | POLLOUT); }
CALL(fionread) {
    int n = 0;
    return ioctl(file, FIONREAD, &n) ? -errno : n;
}
CALL(mkstemp) {
    char name[] = "/xXXXXXX";
    return FD(mkstemp(name));
}
CALL(memfd) { return FD(memfd_create("m", 0)); }
CALL(map) {
    char *p = mmap(0, 2, PROT_READ, MAP_PRIVATE, file, 0);
    return p == MAP_FAILED ? -errno : p[0] * 256 + p[1];
}
CALL(map_shared) {
    char *p = mmap(0, 2, PROT_READ, MAP_SHARED, file, 0);
    return p == MAP_FAILED ? -errno : 1;
}
