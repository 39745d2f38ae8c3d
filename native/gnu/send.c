/* send.c — signals for one thread, for programs that heddle cc builds and that run natively. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define OPEN __attribute__((__weak__))

OPEN int tgkill(pid_t group, pid_t thread, int number) {
    return (int)syscall(SYS_tgkill, group, thread, number);
}

/* musl has a thread's number behind six words of what its handle points to. */
static pid_t id_of(pthread_t thread) { return *(pid_t *)((void **)thread + 6); }

OPEN int pthread_sigqueue(pthread_t thread, int number, const union sigval value) {
    siginfo_t info;
    if (id_of(pthread_self()) != gettid()) return ENOSYS;
    memset(&info, 0, sizeof info);
    info.si_signo = number;
    info.si_code = SI_QUEUE;
    info.si_pid = getpid();
    info.si_uid = getuid();
    info.si_value = value;
    return syscall(SYS_rt_tgsigqueueinfo, getpid(), id_of(thread), number, &info) ? errno : 0;
}
