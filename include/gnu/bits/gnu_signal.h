/* gnu_signal.h — what glibc declares in <signal.h> beyond musl. */
#ifndef HEDDLE_BITS_GNU_SIGNAL_H
#define HEDDLE_BITS_GNU_SIGNAL_H

#include <unistd.h> /* as in glibc: programs rely on it */

#ifdef _GNU_SOURCE
#define SIGCLD SIGCHLD
int tgkill(pid_t, pid_t, int);
int pthread_sigqueue(pthread_t, int, const union sigval);
void (*sysv_signal(int, void (*)(int)))(int);
#endif
#if defined(_GNU_SOURCE) || defined(_BSD_SOURCE)
#define sigmask(signal) (1 << ((signal) - 1))
int sigblock(int);
int sigsetmask(int);
int siggetmask(void);
#endif

#endif
