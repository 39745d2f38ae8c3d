/* Mappings and their errors; attributes of threads and of what they use, and the errors of both. */
#include "line.h"
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static long mapped(void *p) { return p == MAP_FAILED ? -1 : 0; }

static void mappings(void) {
    int file = open("m", O_RDWR | O_CREAT | O_TRUNC, 0600), reader = open("m", O_RDONLY),
        writer = open("m", O_WRONLY), p[2];
    if (pipe(p)) return;
    LINE(write(file, "0123456789", 10));
    LINE(mapped(mmap(NULL, 0, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)));
    LINE(mapped(mmap(NULL, 4096, PROT_READ, MAP_ANONYMOUS, -1, 0)));
    LINE(mapped(mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, -1, 0)));
    LINE(mapped(mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, 99, 0)));
    LINE(mapped(mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, file, 1)));
    LINE(mapped(mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, file, -4096)));
    LINE(mapped(mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, p[0], 0)));
    LINE(mapped(mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, writer, 0)));
    LINE(mapped(mmap(NULL, 4096, PROT_READ, MAP_SHARED, writer, 0)));
    LINE(mapped(mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, reader, 0)));
    LINE(mapped(mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE, reader, 0)));
    LINE(mapped(mmap(NULL, 4096, PROT_NONE, MAP_SHARED, reader, 0)));
    LINE(mapped(mmap((void *)1, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0)));
    LINE(mapped(mmap(NULL, SIZE_MAX, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)));
    char *a = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    LINE_AS("first byte", *a);
    LINE_AS("on a page", (long)a % 4096);
    LINE(mprotect(a + 1, 10, PROT_READ));
    LINE(mprotect(a, 8192, 0x100));
    LINE(mprotect(a, 4096, PROT_READ | PROT_WRITE));
    LINE(mprotect(a, 0, PROT_READ));
    LINE(madvise(a, 4096, MADV_DONTNEED));
    LINE(madvise(a + 1, 4096, MADV_DONTNEED));
    LINE(madvise(a, 4096, 9999));
    LINE(madvise(a, 0, MADV_DONTNEED));
    LINE(msync(a, 4096, MS_SYNC));
    LINE(msync(a + 1, 4096, MS_SYNC));
    LINE(msync(a, 4096, MS_SYNC | MS_ASYNC));
    LINE(msync(a, 4096, 0x100));
    LINE(munmap(a + 1, 4096));
    LINE(munmap(a, 0));
    LINE(munmap(a, 8192));
    char *s = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    LINE_AS("shared byte", s[3]);
    s[3] = 'x';
    char c;
    LINE(pread(file, &c, 1, 3));
    LINE_AS("byte of the file", c);
    LINE_AS("byte behind the end", s[20]);
    LINE(munmap(s, 4096));
    LINE(mlock(&c, 0));
    LINE(munlockall());
    LINE_AS("malloc(0)", malloc(0) != NULL);
    LINE_AS("malloc of too much", malloc(PTRDIFF_MAX) != NULL);
    LINE_AS("calloc of too much", calloc(SIZE_MAX / 2, 3) != NULL);
    void *m = NULL;
    LINE_ERROR(posix_memalign(&m, 3, 8));
    LINE_ERROR(posix_memalign(&m, 4, 8));
    LINE_ERROR(posix_memalign(&m, 64, 8));
    LINE_AS("aligned", (long)m % 64);
}

static void *nothing(void *arg) { return arg; }

static void attributes(void) {
    pthread_attr_t a;
    pthread_t t;
    size_t size = 7;
    int number = -7;
    void *address;
    struct sched_param p = {0};
    LINE_ERROR(pthread_attr_init(&a));
    LINE_ERROR(pthread_attr_getdetachstate(&a, &number));
    LINE_AS("detach state", number);
    LINE_ERROR(pthread_attr_setdetachstate(&a, 99));
    LINE_ERROR(pthread_attr_setdetachstate(&a, PTHREAD_CREATE_DETACHED));
    LINE_ERROR(pthread_attr_getdetachstate(&a, &number));
    LINE_AS("detach state", number);
    LINE_ERROR(pthread_attr_setdetachstate(&a, PTHREAD_CREATE_JOINABLE));
    LINE_ERROR(pthread_attr_setstacksize(&a, 1));
    LINE_ERROR(pthread_attr_setstacksize(&a, 0));
    LINE_ERROR(pthread_attr_setstacksize(&a, 1 << 20));
    LINE_ERROR(pthread_attr_getstacksize(&a, &size));
    LINE_AS("stack size", size);
    LINE_ERROR(pthread_attr_setguardsize(&a, 8192));
    LINE_ERROR(pthread_attr_getguardsize(&a, &size));
    LINE_AS("guard size", size);
    LINE_ERROR(pthread_attr_setschedpolicy(&a, 99));
    LINE_ERROR(pthread_attr_setschedpolicy(&a, SCHED_FIFO));
    LINE_ERROR(pthread_attr_getschedpolicy(&a, &number));
    LINE_AS("policy", number);
    LINE_ERROR(pthread_attr_setschedpolicy(&a, SCHED_OTHER));
    LINE_ERROR(pthread_attr_getschedparam(&a, &p));
    LINE_AS("priority", p.sched_priority);
    LINE_ERROR(pthread_attr_getinheritsched(&a, &number));
    LINE_AS("inherits", number);
    LINE_ERROR(pthread_attr_setinheritsched(&a, 99));
    LINE_ERROR(pthread_attr_getscope(&a, &number));
    LINE_AS("scope", number);
    LINE_ERROR(pthread_attr_setscope(&a, PTHREAD_SCOPE_PROCESS));
    LINE_ERROR(pthread_attr_setscope(&a, 99));
    LINE_ERROR(pthread_attr_setstack(&a, NULL, 1));
    LINE_ERROR(pthread_create(&t, &a, nothing, &a));
    LINE_ERROR(pthread_join(t, &address));
    LINE_AS("result", address == &a);
    LINE_ERROR(pthread_attr_destroy(&a));
    LINE_ERROR(pthread_getattr_np(pthread_self(), &a));
    LINE_ERROR(pthread_attr_getdetachstate(&a, &number));
    LINE_AS("main's detach state", number);
    LINE_ERROR(pthread_attr_getstack(&a, &address, &size));
    int within = (char *)&a > (char *)address && (char *)&a < (char *)address + size;
    LINE_AS("main's stack has its variables", within);
}

static void *own(void *unused) {
    pthread_attr_t a;
    size_t size;
    int number;
    LINE_ERROR(pthread_getattr_np(pthread_self(), &a));
    LINE_ERROR(pthread_attr_getstacksize(&a, &size));
    LINE_AS("stack size at least", size >= 256 << 10);
    LINE_AS("stack size at most", size <= (256 << 10) + 65536);
    LINE_ERROR(pthread_attr_getdetachstate(&a, &number));
    LINE_AS("detach state", number);
    LINE_ERROR(pthread_setcancelstate(99, NULL));
    LINE_ERROR(pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &number));
    LINE_AS("cancel state", number);
    LINE_ERROR(pthread_setcanceltype(99, NULL));
    LINE_ERROR(pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &number));
    LINE_AS("cancel type", number);
    return unused;
}

static void threads(void) {
    pthread_attr_t a;
    pthread_t t;
    char name[16] = "";
    pthread_attr_init(&a);
    LINE_ERROR(pthread_attr_setstacksize(&a, 256 << 10));
    LINE_ERROR(pthread_create(&t, &a, own, NULL));
    LINE_ERROR(pthread_join(t, NULL));
    LINE_ERROR(pthread_setname_np(pthread_self(), "a name of many letters"));
    LINE_ERROR(pthread_setname_np(pthread_self(), "short"));
    LINE_ERROR(pthread_getname_np(pthread_self(), name, sizeof name));
    LINE_AS("name", strcmp(name, "short"));
    LINE_ERROR(pthread_getname_np(pthread_self(), name, 3));
    pthread_key_t key;
    LINE_ERROR(pthread_key_create(&key, NULL));
    LINE_AS("specific", (long)pthread_getspecific(key));
    LINE_ERROR(pthread_setspecific(key, (void *)5));
    LINE_AS("specific", (long)pthread_getspecific(key));
    LINE_ERROR(pthread_key_delete(key));
    LINE_ERROR(pthread_setconcurrency(-1));
    LINE_ERROR(pthread_setconcurrency(0));
    LINE_ERROR(pthread_getconcurrency());
}

static void objects(void) {
    pthread_mutexattr_t ma;
    pthread_mutex_t m, r, e;
    pthread_rwlockattr_t la;
    pthread_rwlock_t l;
    pthread_condattr_t ca;
    pthread_barrierattr_t ba;
    pthread_barrier_t b;
    struct timespec past = {1, 0}, bad = {1, 1000000000};
    int number = -7;
    LINE_ERROR(pthread_mutexattr_init(&ma));
    LINE_ERROR(pthread_mutexattr_gettype(&ma, &number));
    LINE_AS("type", number);
    LINE_ERROR(pthread_mutexattr_settype(&ma, 99));
    LINE_ERROR(pthread_mutexattr_getpshared(&ma, &number));
    LINE_AS("shared", number);
    LINE_ERROR(pthread_mutexattr_setpshared(&ma, 99));
    LINE_ERROR(pthread_mutexattr_getrobust(&ma, &number));
    LINE_AS("robust", number);
    LINE_ERROR(pthread_mutexattr_setrobust(&ma, 99));
    LINE_ERROR(pthread_mutexattr_getprotocol(&ma, &number));
    LINE_AS("protocol", number);
    LINE_ERROR(pthread_mutexattr_setprotocol(&ma, 99));
    LINE_ERROR(pthread_mutex_init(&m, &ma));
    LINE_ERROR(pthread_mutex_lock(&m));
    LINE_ERROR(pthread_mutex_trylock(&m));
    LINE_ERROR(pthread_mutex_timedlock(&m, &past));
    LINE_ERROR(pthread_mutex_timedlock(&m, &bad));
    LINE_ERROR(pthread_mutex_unlock(&m));
    LINE_ERROR(pthread_mutex_timedlock(&m, &bad));
    LINE_ERROR(pthread_mutex_unlock(&m));
    LINE_ERROR(pthread_mutexattr_settype(&ma, PTHREAD_MUTEX_RECURSIVE));
    LINE_ERROR(pthread_mutex_init(&r, &ma));
    LINE_ERROR(pthread_mutex_unlock(&r));
    LINE_ERROR(pthread_mutex_lock(&r));
    LINE_ERROR(pthread_mutex_trylock(&r));
    LINE_ERROR(pthread_mutex_lock(&r));
    for (int k = 0; k < 4; k++) LINE_ERROR(pthread_mutex_unlock(&r));
    LINE_ERROR(pthread_mutexattr_settype(&ma, PTHREAD_MUTEX_ERRORCHECK));
    LINE_ERROR(pthread_mutex_init(&e, &ma));
    LINE_ERROR(pthread_mutex_unlock(&e));
    LINE_ERROR(pthread_mutex_lock(&e));
    LINE_ERROR(pthread_mutex_lock(&e));
    LINE_ERROR(pthread_mutex_trylock(&e));
    LINE_ERROR(pthread_mutex_timedlock(&e, &past));
    LINE_ERROR(pthread_mutex_consistent(&e));
    LINE_ERROR(pthread_mutex_unlock(&e));
    LINE_ERROR(pthread_mutex_destroy(&e));
    LINE_ERROR(pthread_rwlockattr_init(&la));
    LINE_ERROR(pthread_rwlockattr_setpshared(&la, 99));
    LINE_ERROR(pthread_rwlock_init(&l, &la));
    LINE_ERROR(pthread_rwlock_rdlock(&l));
    LINE_ERROR(pthread_rwlock_tryrdlock(&l));
    LINE_ERROR(pthread_rwlock_trywrlock(&l));
    LINE_ERROR(pthread_rwlock_timedwrlock(&l, &past));
    LINE_ERROR(pthread_rwlock_timedwrlock(&l, &bad));
    LINE_ERROR(pthread_rwlock_unlock(&l));
    LINE_ERROR(pthread_rwlock_unlock(&l));
    LINE_ERROR(pthread_rwlock_wrlock(&l));
    LINE_ERROR(pthread_rwlock_tryrdlock(&l));
    LINE_ERROR(pthread_rwlock_unlock(&l));
    LINE_ERROR(pthread_rwlock_destroy(&l));
    LINE_ERROR(pthread_condattr_init(&ca));
    LINE_ERROR(pthread_condattr_setclock(&ca, 99));
    LINE_ERROR(pthread_condattr_setclock(&ca, CLOCK_PROCESS_CPUTIME_ID));
    LINE_ERROR(pthread_condattr_setpshared(&ca, 99));
    pthread_cond_t c;
    LINE_ERROR(pthread_cond_init(&c, &ca));
    pthread_mutex_lock(&m);
    LINE_ERROR(pthread_cond_timedwait(&c, &m, &past));
    LINE_ERROR(pthread_cond_timedwait(&c, &m, &bad));
    LINE_ERROR(pthread_mutex_unlock(&m));
    LINE_ERROR(pthread_cond_destroy(&c));
    LINE_ERROR(pthread_barrierattr_init(&ba));
    LINE_ERROR(pthread_barrierattr_setpshared(&ba, 99));
    LINE_ERROR(pthread_barrier_init(&b, &ba, 0));
    LINE_ERROR(pthread_barrier_init(&b, &ba, 1));
    LINE_ERROR(pthread_barrier_wait(&b));
    LINE_ERROR(pthread_barrier_destroy(&b));
    sem_t s;
    LINE(sem_init(&s, 0, 0x80000000u));
    LINE(sem_init(&s, 0, 1));
    LINE(sem_trywait(&s));
    LINE(sem_trywait(&s));
    LINE(sem_timedwait(&s, &past));
    LINE(sem_timedwait(&s, &bad));
    LINE(sem_post(&s));
    LINE(sem_getvalue(&s, &number));
    LINE_AS("value", number);
    LINE(sem_timedwait(&s, &bad));
    LINE(sem_destroy(&s));
    LINE(sem_init(&s, 0, 0x7fffffff));
    LINE(sem_post(&s));
    LINE_AS("sem_open of none", sem_open("/none-of-this-name", 0) == SEM_FAILED ? -1 : 0);
    LINE_AS("sem_open of a bad name", sem_open("/a/b", O_CREAT, 0600, 1) == SEM_FAILED ? -1 : 0);
    LINE(sem_unlink("/none-of-this-name"));
}

int main(void) {
    mappings();
    attributes();
    threads();
    objects();
}
