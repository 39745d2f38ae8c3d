/* Alternate stacks of signals: what is told of them, in handlers and outside, and errors. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <errno.h>
#include <string.h>
#include <pthread.h>
#include <unistd.h>
static char *stack; static size_t size = 65536;
static volatile int on_alt, flags_in, err_in, uc_ok, nested;
static int on_stack(void) { char c; char *p = (char *)__builtin_frame_address(0); return p >= stack && p < stack + size; }
static void h(int n, siginfo_t *i, void *c) {
    char local[64]; memset(local, 1, sizeof local);
    stack_t now; sigaltstack(NULL, &now);
    on_alt = local >= stack && local < stack + size;
    flags_in = now.ss_flags;
    stack_t off = {.ss_flags = SS_DISABLE};
    errno = 0; err_in = sigaltstack(&off, NULL) == -1 ? errno : 0;
    ucontext_t *u = c;
    uc_ok = u->uc_stack.ss_sp == now.ss_sp;
}
static void show(const char *w) { printf("%s: flags %s err %s uc %d\n", w, flags_in == SS_ONSTACK ? "ONSTACK" : flags_in == SS_DISABLE ? "DISABLE" : flags_in == 0 ? "0" : "?", err_in ? strerror(err_in) : "-", uc_ok); on_alt = flags_in = err_in = -1; }
static void act(int n, int flags) { struct sigaction a = {.sa_sigaction = h, .sa_flags = SA_SIGINFO | flags}; sigaction(n, &a, 0); }
static void *th(void *a) {
    stack_t s; sigaltstack(NULL, &s); printf("thread starts with %s\n", s.ss_flags == SS_DISABLE ? "none" : "one");
    stack_t mine = {.ss_sp = stack, .ss_size = size}; printf("%d\n", sigaltstack(&mine, &s));
    raise(SIGUSR1); show("in thread");
    return a;
}
int main(void) {
    stack = malloc(size);
    stack_t s = {.ss_sp = stack, .ss_size = size}, old;
    act(SIGUSR1, SA_ONSTACK); act(SIGUSR2, 0);
    raise(SIGUSR1); show("none set, SA_ONSTACK");
    printf("%d\n", sigaltstack(&s, &old)); printf("old %s\n", old.ss_flags == SS_DISABLE ? "DISABLE" : "?");
    raise(SIGUSR1); show("set, SA_ONSTACK");
    sigaltstack(NULL, &old); printf("outside flags %d same %d %d\n", old.ss_flags, old.ss_sp == stack, old.ss_size == size);
    raise(SIGUSR2); show("set, no SA_ONSTACK");
    s.ss_size = 1000; printf("%d", sigaltstack(&s, 0)); printf(" %s\n", strerror(errno)); s.ss_size = size;
    s.ss_flags = 77; printf("%d", sigaltstack(&s, 0)); printf(" %s\n", strerror(errno));
    s.ss_flags = SS_ONSTACK; printf("%d", sigaltstack(&s, 0)); printf(" %s\n", strerror(errno));
    s.ss_flags = SS_DISABLE; printf("%d\n", sigaltstack(&s, &old));
    printf("%d\n", old.ss_flags);
    s.ss_flags = 0; sigaltstack(&s, 0);
    s.ss_flags = SS_DISABLE; sigaltstack(&s, 0); sigaltstack(0, &old); printf("%d %d %d\n", old.ss_flags, old.ss_sp != 0, (int)old.ss_size);
    raise(SIGUSR1); show("disabled");
    pthread_t t; pthread_create(&t, 0, th, 0); pthread_join(t, 0);
    s = (stack_t){.ss_sp = malloc(SIGSTKSZ), .ss_size = SIGSTKSZ}; printf("%d\n", sigaltstack(&s, 0));
    return 0;
}
