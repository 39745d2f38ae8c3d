/*
 * syscall_arch.h — system calls of libc become calls of the emulated kernel (runtime/kernel), or of
 * the engine if no kernel is needed. Replaces libc's header of the same name for the real machine.
 * The number is nearly always a constant, so that each member of libc refers to the calls it makes,
 * and only those are linked. No vDSO is announced: clocks are system calls, too.
 */
// clang-format off
#define HEDDLE_SYSCALLS(X) \
    X(read) X(write) X(readv) X(writev) X(close) X(lseek) X(ioctl) X(fstat) X(pread64) X(pwrite64) \
    X(preadv) X(pwritev) \
    X(dup) X(dup2) X(dup3) X(fcntl) X(flock) X(ftruncate) X(fsync) X(fdatasync) X(sync_file_range) \
    X(fadvise64) \
    X(getdents64) X(close_range) X(pipe) X(pipe2) X(open) X(openat) X(creat) X(stat) X(lstat) \
    X(newfstatat) X(access) \
    X(faccessat) X(faccessat2) X(mkdir) X(mkdirat) X(symlink) X(symlinkat) X(mknod) X(mknodat) \
    X(unlink) X(rmdir) X(unlinkat) \
    X(link) X(linkat) X(rename) X(renameat) X(renameat2) X(readlink) X(readlinkat) X(truncate) \
    X(chmod) X(fchmodat) \
    X(fchmod) X(chown) X(lchown) X(fchownat) X(fchown) X(utimensat) X(umask) X(chdir) X(fchdir) \
    X(getcwd) X(statfs) X(sendfile) X(copy_file_range) \
    X(fstatfs) X(fallocate) X(socket) X(socketpair) X(bind) X(listen) X(connect) X(accept) \
    X(accept4) X(shutdown) \
    X(sendto) X(recvfrom) X(sendmsg) X(recvmsg) X(getsockname) X(getpeername) X(setsockopt) \
    X(getsockopt) X(poll) \
    X(ppoll) X(select) X(pselect6) X(epoll_create) X(epoll_create1) X(epoll_ctl) X(epoll_wait) \
    X(epoll_pwait) \
    X(eventfd) X(eventfd2) X(timerfd_create) X(timerfd_settime) X(timerfd_gettime) X(mmap) \
    X(munmap) X(mremap) \
    X(madvise) X(mincore) X(memfd_create) X(mprotect) X(msync) X(brk) \
    X(uname) X(getrandom) X(nanosleep) X(clock_nanosleep) X(prlimit64) \
    X(getrlimit) \
    X(setrlimit) X(getrusage) X(times) X(sysinfo) X(sched_getaffinity) X(sched_setaffinity) \
    X(sched_getscheduler) \
    X(sched_setscheduler) X(sched_setparam) X(getpriority) X(setpriority) X(prctl) \
    X(sched_getparam) X(sched_get_priority_max) X(sched_get_priority_min) X(futex) \
    X(wait4) X(waitid) X(sigaltstack) X(signalfd4) X(kill) X(rt_sigsuspend) X(pause) \
    X(rt_sigtimedwait) X(rt_sigpending) \
    X(shmget) X(shmat) X(shmdt) X(shmctl) X(semget) X(semop) X(semtimedop) X(semctl)
// clang-format on

#define X(name) long __heddle_sys_##name(long a, long b, long c, long d, long e, long f);
HEDDLE_SYSCALLS(X)
#undef X
long __heddle_syscall(long number, long a, long b, long c, long d, long e, long f);

/* Defined if the program sends signals (kernel/delivery.c): the thread looks for one before each
 * call. `cancels`: the call is a cancellation point. */
extern __attribute__((__weak__, __visibility__("hidden"))) void __heddle_signal_look(int cancels);

#define __SYSCALL_LL_E(x) (x)
#define __SYSCALL_LL_O(x) (x)

static inline __attribute__((always_inline)) long
__heddle_call6(int cancels, long n, long a, long b, long c, long d, long e, long f) {
    switch (n) {
#define X(name)                                                  \
    case SYS_##name:                                             \
        if (__heddle_signal_look) __heddle_signal_look(cancels); \
        return __heddle_sys_##name(a, b, c, d, e, f);
        HEDDLE_SYSCALLS(X)
#undef X
    default: return __heddle_syscall(n, a, b, c, d, e, f);
    }
}
static inline __attribute__((always_inline)) long __syscall6(long n, long a, long b, long c, long d,
                                                             long e, long f) {
    return __heddle_call6(0, n, a, b, c, d, e, f);
}
static inline __attribute__((always_inline)) long __syscall0(long n) {
    return __syscall6(n, 0, 0, 0, 0, 0, 0);
}
static inline __attribute__((always_inline)) long __syscall1(long n, long a) {
    return __syscall6(n, a, 0, 0, 0, 0, 0);
}
static inline __attribute__((always_inline)) long __syscall2(long n, long a, long b) {
    return __syscall6(n, a, b, 0, 0, 0, 0);
}
static inline __attribute__((always_inline)) long __syscall3(long n, long a, long b, long c) {
    return __syscall6(n, a, b, c, 0, 0, 0);
}
static inline __attribute__((always_inline)) long __syscall4(long n, long a, long b, long c,
                                                             long d) {
    return __syscall6(n, a, b, c, d, 0, 0);
}
static inline __attribute__((always_inline)) long __syscall5(long n, long a, long b, long c, long d,
                                                             long e) {
    return __syscall6(n, a, b, c, d, e, 0);
}

#define IPC_64 0
