/*
 * syscall_arch.h — how libc makes a system call here: by asking the engine. Takes the place of the header of
 * the same name that libc has for the real machine. No vDSO is announced, so clocks are system calls too.
 */
long __heddle_syscall(long number, long a, long b, long c, long d, long e, long f);

#define __SYSCALL_LL_E(x) (x)
#define __SYSCALL_LL_O(x) (x)

static inline long __syscall0(long n) {
    return __heddle_syscall(n, 0, 0, 0, 0, 0, 0);
}
static inline long __syscall1(long n, long a) {
    return __heddle_syscall(n, a, 0, 0, 0, 0, 0);
}
static inline long __syscall2(long n, long a, long b) {
    return __heddle_syscall(n, a, b, 0, 0, 0, 0);
}
static inline long __syscall3(long n, long a, long b, long c) {
    return __heddle_syscall(n, a, b, c, 0, 0, 0);
}
static inline long __syscall4(long n, long a, long b, long c, long d) {
    return __heddle_syscall(n, a, b, c, d, 0, 0);
}
static inline long __syscall5(long n, long a, long b, long c, long d, long e) {
    return __heddle_syscall(n, a, b, c, d, e, 0);
}
static inline long __syscall6(long n, long a, long b, long c, long d, long e, long f) {
    return __heddle_syscall(n, a, b, c, d, e, f);
}

#define IPC_64 0
