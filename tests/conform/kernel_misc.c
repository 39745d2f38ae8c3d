/* native: clang — Time, mappings, limits and other small calls: what can be compared does not depend on the machine. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

static long passed(clockid_t c, long nanoseconds) {
    struct timespec a, b, t = {0, nanoseconds};
    clock_gettime(c, &a);
    nanosleep(&t, 0);
    clock_gettime(c, &b);
    return ((b.tv_sec - a.tv_sec) * 1000000000 + b.tv_nsec - a.tv_nsec) >= nanoseconds;
}

int main(void) {
    printf("%ld %ld\n", passed(CLOCK_REALTIME, 3000000), passed(CLOCK_MONOTONIC, 3000000));
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += 1000000;
    if (until.tv_nsec >= 1000000000) until.tv_sec++, until.tv_nsec -= 1000000000;
    printf("%d\n", clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, 0));
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    printf("%d\n", now.tv_sec > until.tv_sec || (now.tv_sec == until.tv_sec && now.tv_nsec >= until.tv_nsec));
    struct timespec bad = {0, 2000000000};
    int refused = nanosleep(&bad, 0);
    printf("%d %s\n", refused, strerror(errno));
    struct timeval tv;
    gettimeofday(&tv, 0);
    printf("%d %d\n", time(0) - tv.tv_sec <= 1, usleep(10));

    char *p = mmap(0, 10000, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    printf("%d %d %d\n", p != MAP_FAILED, ((long)p & 4095) == 0, p[9999]);
    memset(p, 7, 10000);
    p = mremap(p, 10000, 20000, MREMAP_MAYMOVE);
    printf("%d %d\n", p[9999], p[15000]);
    int protected = mprotect(p, 4096, PROT_READ);
    printf("%d %d\n", protected, munmap(p, 20000));
    char name[] = "/tmp/heddle-map-XXXXXX";
    int fd = mkstemp(name);
    write(fd, "mapped text", 11);
    p = mmap(0, 11, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, 0);
    p[0] = 'M';
    printf("%s %d\n", p, p[4095]);
    munmap(p, 11);
    char b[4];
    pread(fd, b, 3, 0);
    printf("%.3s\n", b);
    printf("%d\n", mmap(0, 0, PROT_READ, MAP_PRIVATE, fd, 0) == MAP_FAILED);
    close(fd);
    unlink(name);
    int failed = mmap(0, 10, PROT_READ, MAP_PRIVATE, 99, 0) == MAP_FAILED;
    printf("%d %s\n", failed, strerror(errno));

    struct utsname u;
    printf("%d %s %s\n", uname(&u), u.sysname, u.machine);
    struct rlimit l;
    int told = getrlimit(RLIMIT_NOFILE, &l);
    printf("%d %d\n", told, l.rlim_cur >= 256);
    unsigned char random[8];
    printf("%zd\n", getrandom(random, 8, 0));
    printf("%d\n", getpid() == syscall(SYS_getpid));
    printf("%ld\n", syscall(SYS_write, 1, "", 0));
    printf("%ld %s\n", sysconf(_SC_PAGESIZE), sysconf(_SC_NPROCESSORS_ONLN) > 0 ? "processors" : "");
    errno = 0;
    long unknown = syscall(99999);
    printf("%ld %s\n", unknown, strerror(errno));
    int terminal = isatty(1);
    printf("%d %s\n", terminal, strerror(errno));
    return 3;
}
