/* Files, folders, links and descriptors: every call that goes through a name. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#define SHOW(e) show(#e, e)
static void show(const char *what, long result) {
    if (result < 0)
        printf("%s = %ld %s\n", what, result, strerror(errno));
    else
        printf("%s = %ld\n", what, result);
}
static int compare(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }
static void list(const char *path) {
    DIR *d = opendir(path);
    char *names[50];
    int n = 0;
    if (!d) {
        printf("list %s: %s\n", path, strerror(errno));
        return;
    }
    for (struct dirent *e; (e = readdir(d));) names[n++] = strdup(e->d_name);
    closedir(d);
    qsort(names, n, sizeof *names, compare);
    printf("list %s:", path);
    for (int k = 0; k < n; k++) {
        printf(" %s", names[k]);
        free(names[k]);
    }
    printf("\n");
}
static void what(const char *path) {
    struct stat st;
    int r = lstat(path, &st);
    if (r)
        printf("%s: %s\n", path, strerror(errno));
    else
        printf("%s: type %o mode %o size %ld links %ld\n", path, st.st_mode & S_IFMT, st.st_mode & 0777, S_ISDIR(st.st_mode) ? 0L : (long)st.st_size, S_ISDIR(st.st_mode) ? 0L : (long)st.st_nlink);
}

int main(void) {
    char folder[] = "/tmp/heddle-conform-XXXXXX", buffer[100];
    struct stat st;
    umask(022);
    if (!mkdtemp(folder)) return 1;
    SHOW(chdir(folder));
    list(".");
    int fd = open("a", O_RDWR | O_CREAT | O_EXCL, 0666);
    printf("descriptor %d\n", fd);
    SHOW(open("a", O_RDWR | O_CREAT | O_EXCL, 0666));
    SHOW(write(fd, "hello world", 11));
    SHOW(lseek(fd, 6, SEEK_SET));
    SHOW(read(fd, buffer, 100));
    printf("%.5s\n", buffer);
    SHOW(read(fd, buffer, 100));
    SHOW(pread(fd, buffer, 4, 1));
    printf("%.4s\n", buffer);
    SHOW(pwrite(fd, "J", 1, 0));
    SHOW(lseek(fd, 5, SEEK_END));
    SHOW(write(fd, "!", 1));
    SHOW(lseek(fd, 0, SEEK_CUR));
    SHOW(lseek(fd, -50, SEEK_CUR));
    SHOW(pread(fd, buffer, 100, 0));
    for (int k = 0; k < 17; k++) printf("%02x", (unsigned char)buffer[k]);
    printf("\n");
    what("a");
    SHOW(ftruncate(fd, 5));
    what("a");
    SHOW(ftruncate(fd, 8));
    struct iovec v[3] = {{"x", 1}, {"", 0}, {"yz", 2}}, w[2] = {{buffer, 2}, {buffer + 50, 20}};
    lseek(fd, 0, SEEK_SET);
    SHOW(writev(fd, v, 3));
    lseek(fd, 1, SEEK_SET);
    SHOW(readv(fd, w, 2));
    printf("%.2s %.2s\n", buffer, buffer + 50);
    int other = dup(fd);
    printf("dup %d\n", other);
    SHOW(lseek(other, 0, SEEK_CUR));
    SHOW(close(fd));
    SHOW(close(fd));
    SHOW(read(fd, buffer, 1));
    SHOW(lseek(other, 3, SEEK_SET));
    SHOW(dup2(other, 20));
    SHOW(lseek(20, 0, SEEK_CUR));
    SHOW(fcntl(20, F_DUPFD, 30));
    SHOW(fcntl(20, F_GETFD));
    SHOW(fcntl(20, F_SETFD, FD_CLOEXEC));
    SHOW(fcntl(20, F_GETFD));
    close(20), close(30), close(other);
    fd = open("a", O_WRONLY | O_APPEND);
    SHOW(write(fd, "end", 3));
    SHOW(read(fd, buffer, 1));
    SHOW(fcntl(fd, F_GETFL) & (O_ACCMODE | O_APPEND | O_NONBLOCK));
    close(fd);
    what("a");
    SHOW(mkdir("d", 0777));
    SHOW(mkdir("d", 0777));
    SHOW(mkdir("none/d", 0777));
    SHOW(open("d", O_RDWR));
    SHOW(open("a/b", O_RDONLY));
    SHOW(symlink("d", "l"));
    SHOW(symlink("../a", "d/up"));
    what("l");
    SHOW(readlink("l", buffer, 100));
    fd = open("l/file", O_CREAT | O_WRONLY, 0600);
    SHOW(write(fd, "in d", 4));
    close(fd);
    what("d/file");
    what("./d/../d//file");
    SHOW(stat("l/up", &st));
    printf("size %ld\n", (long)st.st_size);
    SHOW(open("l", O_RDONLY | O_NOFOLLOW) >= 0);
    SHOW(rmdir("d"));
    list("d");
    list("l");
    SHOW(rename("d/file", "moved"));
    list("d");
    SHOW(rename("d", "e"));
    list(".");
    what("e/up");
    SHOW(stat("l", &st));
    SHOW(link("moved", "again"));
    what("moved");
    SHOW(unlink("moved"));
    what("again");
    SHOW(unlink("e"));
    SHOW(unlink("e/up"));
    SHOW(rmdir("e"));
    SHOW(unlink("nothing"));
    SHOW(access("a", R_OK));
    SHOW(access("a", X_OK));
    SHOW(chmod("a", 0755));
    SHOW(access("a", X_OK));
    what("a");
    fd = open("gone", O_RDWR | O_CREAT, 0644);
    SHOW(unlink("gone"));
    SHOW(write(fd, "still", 5));
    SHOW(pread(fd, buffer, 5, 0));
    close(fd);
    SHOW(truncate("a", 2));
    FILE *f = fopen("a", "r+");
    printf("%c\n", fgetc(f));
    fseek(f, 0, SEEK_END);
    fprintf(f, "%d lines\nof text\n", 2);
    rewind(f);
    while (fgets(buffer, sizeof buffer, f)) printf("> %s", buffer);
    fclose(f);
    fd = open("/dev/null", O_RDWR);
    SHOW(write(fd, "x", 1));
    SHOW(read(fd, buffer, 10));
    close(fd);
    fd = open("/dev/zero", O_RDONLY);
    SHOW(read(fd, buffer, 3));
    printf("%d\n", buffer[2]);
    close(fd);
    SHOW(unlink("l")), SHOW(unlink("again")), SHOW(unlink("a"));
    list(".");
    SHOW(chdir(".."));
    SHOW(rmdir(folder));
    SHOW(chdir(folder));
    return 0;
}
