/* Shared memory by name, shared mappings of files, parts of mappings, the end of the data segment. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
int main(void) {
    const char *name = "/heddle-conform-mappings";
    shm_unlink(name);
    int fd = shm_open(name, O_CREAT | O_EXCL | O_RDWR, 0600);
    printf("%d %d\n", fd >= 0, ftruncate(fd, 4096));
    char *p = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    char *q = mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0), bytes[6] = {0};
    strcpy(p, "hello");
    long done = pread(fd, bytes, 5, 0);
    printf("%s %ld %s\n", q, done, bytes);
    done = pwrite(fd, "J", 1, 0);
    printf("%ld %s\n", done, p);
    int again = shm_open(name, O_RDWR, 0);
    char *r = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, again, 0);
    r[1] = 'u';
    printf("%s\n", q);
    printf("%d %d\n", munmap(r, 4096), close(again));
    char *copy = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, 0);
    copy[0] = 'C';
    printf("%s %s\n", q, copy);
    printf("%d\n", munmap(copy, 4096));
    printf("%d\n", ftruncate(fd, 2));
    printf("%d\n", p[2]);
    printf("%d\n", shm_unlink(name));
    printf("%d\n", shm_open(name, O_RDWR, 0));
    printf("%d %d\n", munmap(p, 4096), munmap(q, 4096));
    int other = open("/tmp/heddle-conform-mappings", O_CREAT | O_RDONLY, 0600);
    printf("%d\n", mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, other, 0) == MAP_FAILED);
    unlink("/tmp/heddle-conform-mappings");
    char *m = mmap(NULL, 3 * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    m[0] = m[4096] = m[8192] = 7;
    printf("%d", munmap(m, 4096));
    printf(" %d", munmap(m + 8192, 4096));
    printf(" %d", m[4096]);
    printf(" %d\n", munmap(m + 4096, 4096));
    m = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    m[5] = 5;
    m = mremap(m, 4096, 8192, MREMAP_MAYMOVE);
    printf("%d %d\n", m[5], m[8000]);
    return 0;
}
