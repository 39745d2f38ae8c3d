/* What programs do with files that are there when they begin, in the current folder: `old` ("abcdef\n"),
 * `long` (200,000 bytes), `empty` and `folder` with `inner`. Each step tells its result; natively the same
 * must be told (run.sh). */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

static void tell(const char *what, long result) {
    printf("%s %ld%s%s\n", what, result, result < 0 ? " " : "", result < 0 ? strerror(errno) : "");
}

static void show(const char *path) {
    char text[64] = "";
    struct stat s = {0};
    int fd = open(path, O_RDONLY);
    if (fd < 0) {
        tell(path, -1);
        return;
    }
    long n = read(fd, text, 40);
    fstat(fd, &s);
    close(fd);
    if (n >= 0) printf("%s: %ld of %ld, links %d:", path, n, (long)s.st_size, (int)s.st_nlink);
    for (long k = 0; k < n; k++) printf(text[k] >= ' ' ? "%c" : "\\%d", text[k]);
    printf("\n");
}

static void with_mode(const char *path, const char *mode) {
    char line[16] = "";
    FILE *f = fopen(path, mode);
    printf("%s %s: %s", path, mode, f ? "" : strerror(errno));
    if (f) {
        printf("at %ld,", ftell(f));
        printf(" reads %d,", fgets(line, 4, f) != NULL);
        fseek(f, 0, SEEK_CUR);
        printf(" writes %d,", fputs("XY", f) >= 0 && fflush(f) == 0);
        printf(" at %ld,", ftell(f));
        printf(" closes %d", fclose(f));
    }
    printf("\n");
    show(path);
}

static int by_name(const struct dirent **a, const struct dirent **b) {
    return strcmp((*a)->d_name, (*b)->d_name);
}
static void list(const char *path) {
    struct dirent **all;
    int n = scandir(path, &all, NULL, by_name);
    printf("%s:", path);
    for (int k = 0; k < n; k++) {
        printf(" %s", all[k]->d_name);
        free(all[k]);
    }
    if (n >= 0) free(all);
    printf(" (%d)\n", n);
}

static void modes(void) {
    static const char *const mode[] = {"r", "r+", "a", "a+", "w", "w+", "wx"};
    for (unsigned k = 0; k < sizeof mode / sizeof *mode; k++) with_mode("old", mode[k]);
    for (unsigned k = 0; k < sizeof mode / sizeof *mode; k++) with_mode("empty", mode[k]);
    with_mode("folder/inner", "w");
    with_mode("folder", "w");
    with_mode("new", "w");
    with_mode("none/new", "w");
}

static void sizes(void) {
    char byte = 'z';
    struct stat s;
    int fd = open("long", O_RDWR);
    tell("end", lseek(fd, 0, SEEK_END));
    tell("grow", ftruncate(fd, 200010));
    tell("read behind", pread(fd, &byte, 1, 200005));
    tell("is", byte);
    tell("write far", pwrite(fd, "far", 3, 300000));
    tell("hole", pread(fd, &byte, 1, 250000));
    tell("is", byte);
    tell("shrink", ftruncate(fd, 5));
    tell("size", fstat(fd, &s) ? -1 : (long)s.st_size);
    tell("grow again", ftruncate(fd, 9));
    show("long");
    tell("close", close(fd));
    tell("truncate", truncate("long", 0));
    show("long");
    tell("truncate", truncate("none", 0));
    tell("only to read", (fd = open("long", O_RDONLY | O_TRUNC)) >= 0);
    tell("write", write(fd, "x", 1));
    close(fd);
}

static void names(void) {
    struct stat s;
    char to[20] = "", long_name[257] = "";
    tell("rename over", rename("new", "empty"));
    show("new");
    show("empty");
    tell("link", link("old", "other"));
    show("other");
    tell("unlink", unlink("old"));
    show("other");
    tell("symlink", symlink("old", "link"));
    show("link");
    tell("lstat", lstat("link", &s));
    tell("is a link", S_ISLNK(s.st_mode));
    tell("readlink", readlink("link", to, sizeof to));
    printf("%s\n", to);
    tell("write through a link that leads nowhere",
         (long)(open("link", O_WRONLY | O_CREAT | O_EXCL, 0600) >= 0));
    tell("mkdir", mkdir("folder/more", 0700));
    tell("mkdir", mkdir("folder", 0700));
    tell("rmdir", rmdir("folder"));
    int folder = open("folder", O_RDONLY | O_DIRECTORY);
    tell("unlinkat", unlinkat(folder, "more", 0));
    tell("unlinkat", unlinkat(folder, "inner", AT_REMOVEDIR));
    tell("unlinkat", unlinkat(folder, "more", AT_REMOVEDIR));
    tell("mkdirat", mkdirat(folder, "more", 0700));
    close(folder);
    memset(long_name, 'n', sizeof long_name - 1);
    tell("too long", open(long_name, O_RDONLY | O_CREAT, 0600));
    list("folder");
    tell("rename a folder", rename("folder/more", "folder/moved"));
    tell("rmdir", rmdir("folder/moved"));
    tell("unlink", unlink("folder/inner"));
    tell("unlink", unlink("folder"));
    list("folder");
    tell("rmdir", rmdir("folder"));
    list("folder");
}

/* From one file to another one, or into a pipe. */
static void transfers(void) {
    int from = open("other", O_RDWR), to = open("copy", O_RDWR | O_CREAT, 0600), ends[2];
    char text[16] = "";
    off_t offset = 1;
    tell("write", pwrite(from, "0123456789", 10, 0));
    tell("sendfile", sendfile(to, from, NULL, 4));
    tell("at", lseek(from, 0, SEEK_CUR));
    tell("sendfile", sendfile(to, from, &offset, 100));
    tell("offset", offset);
    tell("at", lseek(from, 0, SEEK_CUR));
    show("copy");
    tell("copy", copy_file_range(from, &offset, to, NULL, 5, 0));
    offset = 2;
    tell("copy", copy_file_range(to, &offset, from, NULL, 5, 0));
    tell("at", lseek(from, 0, SEEK_CUR));
    tell("offset", offset);
    show("other");
    tell("pipe", pipe(ends));
    tell("sendfile", sendfile(ends[1], from, NULL, 3));
    tell("read", read(ends[0], text, 15));
    printf("%s\n", text);
    tell("from a pipe", sendfile(to, ends[0], NULL, 1));
    tell("to no file", sendfile(99, from, NULL, 1));
    tell("from no file", sendfile(to, 99, NULL, 1));
    tell("to a pipe", copy_file_range(from, NULL, ends[1], NULL, 1, 0));
    tell("truncate", ftruncate(from, 2));
    close(ends[0]);
    close(ends[1]);
    close(from);
    close(to);
}

static void mapped(void) {
    int fd = open("other", O_RDWR);
    char *shared = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0),
         *own = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, 0);
    printf("%.3s %.3s\n", shared, own);
    own[0] = 'O';
    shared[1] = own[1] = 'S';
    printf("%.3s %.3s\n", shared, own);
    show("other");
    tell("write", pwrite(fd, "W", 1, 2));
    printf("%.3s\n", shared);
    munmap(shared, 4096);
    munmap(own, 4096);
    tell("truncate", ftruncate(fd, 2));
    close(fd);
    show("other");
}

static void unlinked(void) {
    char text[8] = "";
    int fd = open("other", O_RDWR | O_APPEND), second = open("other", O_RDONLY);
    tell("unlink", unlink("other"));
    tell("write", write(fd, "+++", 3));
    tell("read", read(second, text, sizeof text - 1));
    printf("%s\n", text);
    show("other");
    close(fd);
    close(second);
    int created = open("other", O_RDWR | O_CREAT | O_EXCL, 0644);
    tell("created", created >= 0);
    tell("again", open("other", O_RDWR | O_CREAT | O_EXCL, 0644));
    tell("folder to write", open(".", O_RDWR));
    tell("no folder", open("other/x", O_RDONLY));
    tell("as a folder", open("other", O_RDONLY | O_DIRECTORY));
    close(created);
}

int main(void) {
    list("folder");
    show("old");
    modes();
    sizes();
    names();
    transfers();
    mapped();
    unlinked();
    return 0;
}
