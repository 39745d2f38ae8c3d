/* What it does depends on all that it can see of its files: names, kinds, sizes, numbers, times and contents,
 * also through links, and on its standard input. A sum of that is the number of its visible operations.
 * `limit` says how often each thread counts; with an input, and the first letter of the standard input, it
 * may fail. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static unsigned sum, times, failing, count;

static void add(unsigned x) { sum = (sum * 31 + x) % 211; }

static void look(const char *path, int deep) {
    struct stat s;
    if (stat(path, &s) != 0) {
        add((unsigned)errno);
        return;
    }
    add(s.st_mode), add((unsigned)s.st_size), add((unsigned)s.st_ino), add((unsigned)s.st_mtim.tv_nsec);
    add((unsigned)s.st_mtim.tv_sec);
    if (S_ISDIR(s.st_mode)) {
        DIR *d = opendir(path);
        struct dirent *e;
        char below[200];
        while (d && (e = readdir(d))) {
            for (const char *c = e->d_name; *c; c++) add((unsigned char)*c);
            snprintf(below, sizeof below, "%s/%s", strcmp(path, "/") ? path : "", e->d_name);
            /* The devices of the engine have no end. */
            if (deep && e->d_name[0] != '.' && strcmp(e->d_name, "dev")) look(below, deep - 1);
        }
        if (d) closedir(d);
        return;
    }
    int fd = open(path, O_RDONLY);
    unsigned char block[32];
    for (long n; fd >= 0 && (n = read(fd, block, sizeof block)) > 0;)
        for (long k = 0; k < n; k++) add(block[k]);
    close(fd);
}

static void *work(void *x) {
    for (unsigned k = 0; k < times; k++) {
        pthread_mutex_lock(&m);
        count++;
        pthread_mutex_unlock(&m);
    }
    return x;
}

int main(void) {
    pthread_t t[3];
    char letter = 0, digit = '0';
    if (read(0, &letter, 1) != 1) letter = '-';
    int fd = open("/data/limit", O_RDONLY);
    if (fd >= 0) {
        if (read(fd, &digit, 1) != 1) digit = '0';
        close(fd);
    }
    times = (unsigned)(digit - '0');
    failing = letter == 'f';
    look("/", 3);
    look("/data/limit/none", 0);
    look("/data/round", 0);
    for (unsigned k = 0; k < sum; k++) {
        pthread_mutex_lock(&m);
        pthread_mutex_unlock(&m);
    }
    int in = heddle_int("in");
    for (int k = 0; k < 3; k++) pthread_create(&t[k], 0, work, 0);
    for (int k = 0; k < 3; k++) pthread_join(t[k], 0);
    heddle_assert(!failing || in != 5 || count != 3 * times);
    return 0;
}
