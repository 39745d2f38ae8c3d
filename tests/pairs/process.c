/* process.c — signals, timers of the process, limits, attributes, futexes and mappings. */
#include "pairs.h"

static sigset_t both;
static timer_t timer;
static int signals, word, page_fd, unmapped;
static volatile int handled;
static char *page;
static pthread_t first;

static void handle(int s) { handled += s; }
static void init(void) {
    sigemptyset(&both);
    sigaddset(&both, SIGUSR1);
    sigaddset(&both, SIGALRM);
    pthread_sigmask(SIG_BLOCK, &both, 0);
    struct sigevent e = {.sigev_notify = SIGEV_NONE};
    timer_create(CLOCK_MONOTONIC, &e, &timer);
    signals = signalfd(-1, &both, SFD_NONBLOCK);
    page = mmap(0, 16384, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    page_fd = open("/f", O_RDWR | O_CREAT, 0600);
    ftruncate(page_fd, 8);
    first = pthread_self();
}

static int query(void) {
    sigset_t q;
    struct rlimit r;
    sigpending(&q);
    getrlimit(RLIMIT_NOFILE, &r);
    int h = sigismember(&q, SIGUSR1) + 2 * sigismember(&q, SIGALRM) + 4 * (int)r.rlim_cur;
    return h * 64 + getpriority(PRIO_PROCESS, 0) + (int)handled;
}

CALL(kill) { return E(kill(getpid(), SIGUSR1)); }
CALL(kill_alarm) { return E(kill(getpid(), SIGALRM)); }
CALL(kill_first) { return pthread_kill(first, SIGUSR1); }
CALL(raise) { return raise(SIGUSR1); }
CALL(queue) {
    union sigval v = {.sival_int = 5};
    return E(sigqueue(getpid(), SIGUSR1, v));
}
CALL(take) {
    struct timespec now = {0, 0};
    return E(sigtimedwait(&both, 0, &now));
}
CALL(take_value) {
    siginfo_t i = {0};
    struct timespec now = {0, 0};
    int s = E(sigtimedwait(&both, &i, &now));
    return s < 0 ? s : s * 100 + i.si_value.sival_int;
}
CALL(signal_read) {
    struct signalfd_siginfo i;
    int n = E(read(signals, &i, sizeof i));
    return n > 0 ? (int)i.ssi_signo : n;
}
CALL(signal_poll) { return polled(signals, POLLIN); }
CALL(signal_mask) {
    sigset_t s;
    sigemptyset(&s);
    sigaddset(&s, SIGALRM);
    return FD(signalfd(signals, &s, 0));
}
CALL(signal_close) { return E(close(signals)); }
CALL(pending) {
    sigset_t q;
    sigpending(&q);
    return sigismember(&q, SIGUSR1) + 2 * sigismember(&q, SIGALRM);
}
CALL(unblock) {
    pthread_sigmask(SIG_UNBLOCK, &both, 0);
    return handled;
}
CALL(action_set) { return signal(SIGUSR1, handle) == SIG_DFL; }
CALL(action_ignore) { return signal(SIGUSR1, SIG_IGN) == SIG_DFL; }
CALL(action_get) {
    struct sigaction s;
    sigaction(SIGUSR1, 0, &s);
    return s.sa_handler == handle ? 1 : s.sa_handler == SIG_IGN ? 2 : 0;
}
CALL(timer_set) {
    struct itimerspec t = {{0, 0}, {3, 0}};
    return E(timer_settime(timer, 0, &t, 0));
}
CALL(timer_get) {
    struct itimerspec t;
    return timer_gettime(timer, &t) ? -errno : (int)t.it_value.tv_sec;
}
CALL(timer_overrun) { return E(timer_getoverrun(timer)); }
CALL(timer_delete) { return E(timer_delete(timer)); }
CALL(timer_create) {
    struct sigevent e = {.sigev_notify = SIGEV_NONE};
    timer_t t;
    return E(timer_create(CLOCK_MONOTONIC, &e, &t));
}
CALL(itimer_get) {
    struct itimerval t;
    return getitimer(ITIMER_REAL, &t) ? -errno : (int)t.it_value.tv_sec;
}
CALL(alarm) { return (int)alarm(0); }
CALL(limit_set) {
    struct rlimit r = {200, 1024};
    return E(setrlimit(RLIMIT_NOFILE, &r));
}
CALL(limit_low) {
    struct rlimit r = {3, 1024};
    return E(setrlimit(RLIMIT_NOFILE, &r));
}
CALL(limit_get) {
    struct rlimit r;
    getrlimit(RLIMIT_NOFILE, &r);
    return (int)r.rlim_cur;
}
CALL(limit_stack) {
    struct rlimit r = {1 << 20, 1 << 23};
    return E(setrlimit(RLIMIT_STACK, &r));
}
CALL(dup) { return E(dup(0)); }
CALL(dup2_high) { return E(dup2(0, 300)); }
CALL(dup_high) { return E(fcntl(0, F_DUPFD, 250)); }
CALL(priority_set) { return E(setpriority(PRIO_PROCESS, 0, 5)); }
CALL(priority_get) { return getpriority(PRIO_PROCESS, 0); }
CALL(policy_set) {
    struct sched_param p = {0};
    return E(syscall(SYS_sched_setscheduler, 0, SCHED_BATCH, &p));
}
CALL(policy_get) { return E(syscall(SYS_sched_getscheduler, 0)); }
CALL(thread_policy_set) {
    struct sched_param p = {0};
    return pthread_setschedparam(first, SCHED_BATCH, &p);
}
CALL(thread_policy_get) {
    struct sched_param p;
    int policy = 0, e = pthread_getschedparam(first, &policy, &p);
    return e ? -e : policy;
}
CALL(affinity_set) {
    cpu_set_t c;
    CPU_ZERO(&c);
    CPU_SET(0, &c);
    return pthread_setaffinity_np(first, sizeof c, &c);
}
CALL(affinity_get) {
    cpu_set_t c;
    int e = pthread_getaffinity_np(first, sizeof c, &c);
    return e ? -e : CPU_COUNT(&c);
}
CALL(name_set) { return pthread_setname_np(first, "one"); }
CALL(name_set_other) { return pthread_setname_np(first, "three"); }
CALL(name_get) {
    char b[16];
    int e = pthread_getname_np(first, b, sizeof b);
    return e ? -e : (int)strlen(b);
}
CALL(dumpable_set) { return E(prctl(PR_SET_DUMPABLE, 0)); }
CALL(dumpable_get) { return E(prctl(PR_GET_DUMPABLE)); }
CALL(death_signal_set) { return E(prctl(PR_SET_PDEATHSIG, SIGUSR1)); }
CALL(death_signal_get) {
    int s = 0;
    return prctl(PR_GET_PDEATHSIG, &s) ? -errno : s;
}
CALL(reaper_set) { return E(prctl(PR_SET_CHILD_SUBREAPER, 1)); }
CALL(reaper_get) {
    int s = 0;
    return prctl(PR_GET_CHILD_SUBREAPER, &s) ? -errno : s;
}
CALL(futex_wake) { return E(syscall(SYS_futex, &word, FUTEX_WAKE, 1, 0, 0, 0)); }
CALL(futex_wait) {
    struct timespec t = {1, 0};
    return E(syscall(SYS_futex, &word, FUTEX_WAIT, 0, &t, 0, 0));
}
CALL(futex_requeue) { return E(syscall(SYS_futex, &word, FUTEX_CMP_REQUEUE, 0, 1, &word + 1, 0)); }
CALL(map) {
    char *p = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return p == MAP_FAILED ? -errno : E(munmap(p, 4096));
}
CALL(map_shared) { return mmap(0, 8, PROT_READ, MAP_SHARED, page_fd, 0) == MAP_FAILED ? -errno : 1; }
/* Of another page for each thread. */
CALL(unmap_part) {
    return E(munmap(page + 8192 + 4096 * __atomic_fetch_add(&unmapped, 1, __ATOMIC_SEQ_CST), 4096));
}
CALL(protect) { return E(mprotect(page, 4096, PROT_READ)); }
CALL(advise) { return E(madvise(page, 4096, MADV_WILLNEED)); }
CALL(sync) { return E(msync(page, 4096, MS_SYNC)); }
CALL(break_grow) { return sbrk(16) != (void *)-1; }
CALL(sleep) {
    struct timespec t = {2, 0};
    return E(nanosleep(&t, 0));
}
CALL(print) { return E(write(1, "a", 1)); }
CALL(close_output) { return E(close(1)); }
CALL(input) {
    char c = 0;
    return E(read(0, &c, 1));
}
CALL(input_seek) { return E(lseek(0, 0, SEEK_CUR)); }
CALL(wait_child) { return E(waitpid(-1, 0, WNOHANG)); }
CALL(random) {
    char b[2];
    return E(syscall(SYS_getrandom, b, 2, 0));
}
CALL(usage) {
    struct rusage u;
    return E(getrusage(RUSAGE_SELF, &u));
}
CALL(detach) {
    pthread_attr_t a;
    int state = 0;
    pthread_getattr_np(first, &a);
    pthread_attr_getdetachstate(&a, &state);
    return state;
}
CALL(futex_waits) { return E(syscall(SYS_futex, &word, FUTEX_WAIT, 0, 0, 0, 0)); }
CALL(futex_change) {
    __atomic_store_n(&word, 1, __ATOMIC_SEQ_CST);
    return E(syscall(SYS_futex, &word, FUTEX_WAKE, 1, 0, 0, 0));
}
CALL(take_waits) {
    struct timespec t = {1, 0};
    return E(sigtimedwait(&both, 0, &t));
}
CALL(suspend) {
    sigset_t none;
    sigemptyset(&none);
    signal(SIGUSR1, handle);
    return E(sigsuspend(&none));
}
CALL(signal_poll_waits) {
    struct pollfd f = {signals, POLLIN, 0};
    int n = E(poll(&f, 1, 1000));
    return n < 0 ? n : f.revents;
}
CALL(itimer_set) {
    struct itimerval t = {{0, 0}, {2, 0}}, old = {{0, 0}, {0, 0}};
    int e = E(setitimer(ITIMER_REAL, &t, &old));
    return e < 0 ? e : (int)old.it_value.tv_sec;
}
CALL(alarm_set) { return (int)alarm(3); }
CALL(timer_signals) {
    struct sigevent e = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGALRM};
    struct itimerspec t = {{0, 0}, {1, 0}};
    timer_t new;
    return timer_create(CLOCK_MONOTONIC, &e, &new) ? -errno : E(timer_settime(new, 0, &t, 0));
}
CALL(protect_all) { return E(mprotect(page, 8192, PROT_READ)); }
CALL(advise_all) { return E(madvise(page, 8192, MADV_WILLNEED)); }
CALL(sync_all) { return E(msync(page, 8192, MS_SYNC)); }
CALL(resident) {
    unsigned char v[2];
    return E(mincore(page, 8192, v));
}
CALL(shm) {
    int fd = shm_open("/shared", O_RDWR | O_CREAT, 0600);
    return fd < 0 ? -errno : E(ftruncate(fd, 16));
}
CALL(shm_size) {
    struct stat s;
    int fd = shm_open("/shared", O_RDONLY, 0);
    return fd < 0 || fstat(fd, &s) ? -errno : (int)s.st_size;
}
CALL(shm_unlink) { return E(shm_unlink("/shared")); }
CALL(processor_time) {
    struct timespec t;
    return E(clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t));
}
CALL(sleep_until) {
    struct timespec t = {5, 0};
    return clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, 0);
}
