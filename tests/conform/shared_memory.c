/* Objects of shared memory: sizes, several mappings, names, errors; memory files. */
#define _GNU_SOURCE
#include <sys/mman.h>
#include <sys/stat.h>
#include <fcntl.h>
#include <stdio.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>
#include <pthread.h>
#include <stdlib.h>
#define E(x) do { errno = 0; long r_ = (long)(x); int e_ = errno; printf(#x " = %ld %s\n", r_ < 0 ? r_ : r_ > 9999999 ? 9999999 : r_, r_ < 0 ? strerror(e_) : ""); } while (0)
int main(void) { setvbuf(stdout, 0, _IONBF, 0);
    const char *n = "/hshm-try"; struct stat st; char *p, *q; shm_unlink(n);
    E(shm_open(n, O_RDWR, 0));
    int fd = shm_open(n, O_CREAT | O_EXCL | O_RDWR, 0640); printf("%d\n", fd >= 0);
    E(shm_open(n, O_CREAT | O_EXCL | O_RDWR, 0600));
    E(fcntl(fd, F_GETFD));
    fstat(fd, &st); printf("size %ld mode %o %d\n", (long)st.st_size, st.st_mode & 0777, S_ISREG(st.st_mode));
    E(ftruncate(fd, 3 * 4096 + 10)); fstat(fd, &st); printf("size %ld\n", (long)st.st_size);
    p = mmap(0, 4 * 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0); q = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 4096);
    printf("%d %d\n", p != MAP_FAILED, q != MAP_FAILED);
    strcpy(p + 4096, "two views"); printf("%s\n", q); q[0] = 'T'; printf("%s\n", p + 4096);
    E(ftruncate(fd, 2 * 4096)); fstat(fd, &st); printf("size %ld\n", (long)st.st_size); printf("%s\n", q);
    E(ftruncate(fd, 4 * 4096)); printf("%d %d\n", p[3 * 4096], p[2 * 4096]);
    p[3 * 4096] = 9; char c; E(pread(fd, &c, 1, 3 * 4096)); printf("%d\n", c);
    E(write(fd, "abc", 3)); printf("%.3s\n", p); E(lseek(fd, 0, SEEK_END));
    E(shm_unlink(n)); E(shm_unlink(n)); printf("%s\n", q);
    int fd2 = shm_open(n, O_CREAT | O_RDWR, 0600); E(ftruncate(fd2, 4096)); char *r = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd2, 0); printf("new object: %d\n", r[0]); strcpy(r, "other"); printf("%.3s %s\n", p, r);
    E(close(fd)); E(close(fd2)); q[1] = 'W'; printf("%s %s\n", p + 4096, r);
    int ro = shm_open(n, O_RDONLY, 0); E((long)mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, ro, 0)); char *w = mmap(0, 4096, PROT_READ, MAP_SHARED, ro, 0); printf("%s\n", w);
    E(ftruncate(ro, 1)); E(write(ro, "x", 1));
    E(munmap(w, 4096)); E(munmap(r, 4096)); E(shm_unlink(n));
    r = mmap(0, 4096, PROT_READ, MAP_SHARED, ro, 0); printf("%s\n", r); E(munmap(r, 4096)); E(close(ro));
    int e3 = shm_open(n, O_CREAT | O_RDWR | O_TRUNC, 0600); fstat(e3, &st); printf("size %ld\n", (long)st.st_size);
    E((long)mmap(0, 0, PROT_READ, MAP_SHARED, e3, 0)); E((long)mmap(0, 4096, PROT_READ, MAP_SHARED, e3, 5)); E((long)mmap(0, 4096, PROT_READ, MAP_SHARED, 777, 0)); E((long)mmap(0, 4096, PROT_READ, 0, e3, 0));
    E(ftruncate(e3, -1)); E(shm_unlink(n));
    E(shm_open("/a/b", O_CREAT | O_RDWR, 0600)); E(shm_open("", O_CREAT | O_RDWR, 0600)); E(shm_open("/", O_CREAT | O_RDWR, 0600)); E(shm_open("/.", O_CREAT | O_RDWR, 0600)); E(shm_unlink("/a/b"));
    int *x = mmap(0, 100 * sizeof *x, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0); printf("%d\n", x[99]); x[50] = 5; E(msync(x, 4096, MS_SYNC)); printf("%d\n", x[50]); E(munmap(x, 4096));
    /* memfd */
    int m = memfd_create("buf", MFD_CLOEXEC); printf("memfd %d\n", m >= 0); E(ftruncate(m, 8192)); char *y = mmap(0, 8192, PROT_READ | PROT_WRITE, MAP_SHARED, m, 0); strcpy(y, "memfd"); char b[6]; E(pread(m, b, 6, 0)); puts(b);
    return 0;
}
