/*
 * exit.c — the ways a process ends. The handlers and the flush of exit are ordinary code of the
 * calling thread; only the final system call ends the process.
 */
#include <stdlib.h>
#include <unistd.h>
#include "libc.h"
#include "syscall.h"
#include "runtime.h"

/* Replacements for definitions of atexit and stdio in programs that do not use them. */
static void nothing(void) {}
weak_alias(nothing, __funcs_on_exit);
weak_alias(nothing, __stdio_exit);
void __stdio_exit(void);

PUBLIC _Noreturn void _Exit(int status) {
    look_for_signals();
    for (;;) __syscall(SYS_exit_group, status);
}

PUBLIC _Noreturn void _exit(int status) { _Exit(status); }

/* Defined if the program opens plugins (dl.c). */
extern __attribute__((__weak__, __visibility__("hidden"))) void __heddle_end_plugins(void);

PUBLIC _Noreturn void exit(int status) {
    __funcs_on_exit();
    if (__heddle_end_plugins) __heddle_end_plugins();
    __heddle_destructors();
    __stdio_exit();
    _Exit(status);
}

/* Defined if the program uses signals. */
extern __attribute__((__weak__, __visibility__("hidden"))) void __heddle_abort_signal(void);

PUBLIC _Noreturn void abort(void) {
    if (__heddle_abort_signal) __heddle_abort_signal();
    __heddle_fail("abort", "abort called", NULL, 0, NULL);
}
