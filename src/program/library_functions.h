/*
 * library_functions.h — traits of functions of libc and the runtime that cannot be seen from their
 * code. One row for a function, in the order of names by strcmp.
 *
 * The traits of a function without a row follow from the instructions and engine calls in its code.
 *
 * L(name, traits)
 * P(name, traits, file, line)     the arguments with the source position of a failure
 */
// clang-format off
#define LIBRARY_FUNCTIONS(L, P) \
    L(_Exit, EXITS | EXITS_AT_ONCE) L(_Fork, MAKES_CHILD) L(_IO_feof_unlocked, ONLY_PRINTS) \
    L(_IO_getc, ONLY_PRINTS) L(_IO_getc_unlocked, ONLY_PRINTS) L(_IO_putc, ONLY_PRINTS) \
    P(__assert, 0, 1, 2) P(__assert_fail, REPORTS_END, 1, 2) P(__assert_perror_fail, 0, 1, 2) \
    L(__errno_location, KEEPS_TO_PROCESS) L(__fdopen, ONLY_PRINTS) L(__fseeko, ONLY_PRINTS) \
    L(__ftello, ONLY_PRINTS) L(__getdelim, ONLY_PRINTS) L(__heddle_bad_object, REPORTS_END) \
    L(__heddle_inherit_affinity, KEEPS_THREAD) L(__heddle_inherit_name, KEEPS_THREAD) \
    L(__heddle_install, KEEPS_THREAD) L(__heddle_install_new, KEEPS_THREAD) \
    L(__heddle_loop_interrupted, CALLED_BY_ENGINE) L(__heddle_own_inbox, KEEPS_THREAD) \
    L(__heddle_signal_look, CALLED_BY_ENGINE) L(__heddle_wait_interrupted, CALLED_BY_ENGINE) \
    L(__isoc99_fscanf, ONLY_PRINTS) L(__isoc99_scanf, ONLY_PRINTS) \
    L(__isoc99_sscanf, ONLY_PRINTS) L(__isoc99_vfscanf, ONLY_PRINTS) \
    L(__isoc99_vscanf, ONLY_PRINTS) L(__isoc99_vsscanf, ONLY_PRINTS) \
    L(_exit, EXITS | EXITS_AT_ONCE) L(abort, REPORTS_END) L(alarm, KEEPS_TO_PROCESS) \
    L(asprintf, ONLY_PRINTS) L(calloc, KEEPS_TO_PROCESS | CHANGES_MEMORY) \
    L(chdir, KEEPS_TO_PROCESS | ONLY_READS) L(chroot, KEEPS_TO_PROCESS | ONLY_READS) \
    L(clearenv, KEEPS_TO_PROCESS | CHANGES_MEMORY) L(clearerr, ONLY_PRINTS) \
    L(clearerr_unlocked, ONLY_PRINTS) L(clock_nanosleep, SLEEPS) L(close, KEEPS_TO_PROCESS) \
    L(close_range, KEEPS_TO_PROCESS) L(closefrom, KEEPS_TO_PROCESS) L(cnd_timedwait, WAITS) \
    L(cnd_wait, WAITS) L(dprintf, ONLY_PRINTS) L(dup, KEEPS_TO_PROCESS) L(dup2, KEEPS_TO_PROCESS) \
    L(dup3, KEEPS_TO_PROCESS) L(execl, BECOMES_PROGRAM) L(execle, BECOMES_PROGRAM) \
    L(execlp, BECOMES_PROGRAM) L(execv, BECOMES_PROGRAM) L(execve, BECOMES_PROGRAM) \
    L(execveat, BECOMES_PROGRAM) L(execvp, BECOMES_PROGRAM) L(execvpe, BECOMES_PROGRAM) \
    L(exit, EXITS) \
    L(fchdir, KEEPS_TO_PROCESS) L(fclose, ONLY_PRINTS) \
    L(fcntl, ALL_REGISTERS | KEEPS_TO_PROCESS | CONTROLS_FILE) L(fdopen, ONLY_PRINTS) \
    L(feof, ONLY_PRINTS) L(feof_unlocked, ONLY_PRINTS) L(fexecve, BECOMES_PROGRAM) \
    L(fflush, ONLY_PRINTS) L(fflush_unlocked, ONLY_PRINTS) L(fgetc, ONLY_PRINTS) \
    L(fgetc_unlocked, ONLY_PRINTS) L(fgetln, ONLY_PRINTS) L(fgetpos, ONLY_PRINTS) \
    L(fgetpos64, ONLY_PRINTS) L(fgets, ONLY_PRINTS) L(fgets_unlocked, ONLY_PRINTS) \
    L(fileno, ONLY_PRINTS) L(fileno_unlocked, ONLY_PRINTS) L(fmemopen, ONLY_PRINTS) \
    L(fopen, ONLY_PRINTS) L(fopen64, ONLY_PRINTS) L(fork, MAKES_CHILD | FORK_HANDLERS) \
    L(fprintf, ONLY_PRINTS) L(fputc, ONLY_PRINTS) L(fputs, ONLY_PRINTS) \
    L(fputs_unlocked, ONLY_PRINTS) L(fread, ONLY_PRINTS) L(fread_unlocked, ONLY_PRINTS) \
    L(free, KEEPS_TO_PROCESS | ONLY_READS | CHANGES_MEMORY) L(fscanf, ONLY_PRINTS) \
    L(fseek, ONLY_PRINTS) L(fseeko, ONLY_PRINTS) L(fseeko64, ONLY_PRINTS) L(fsetpos, ONLY_PRINTS) \
    L(fsetpos64, ONLY_PRINTS) L(ftell, ONLY_PRINTS) L(ftello, ONLY_PRINTS) \
    L(ftello64, ONLY_PRINTS) L(fwrite, ONLY_PRINTS) L(fwrite_unlocked, ONLY_PRINTS) \
    L(getc, ONLY_PRINTS) L(getc_unlocked, ONLY_PRINTS) L(getchar, ONLY_PRINTS) \
    L(getchar_unlocked, ONLY_PRINTS) L(getdelim, ONLY_PRINTS) L(getdtablesize, KEEPS_TO_PROCESS) \
    L(getegid, KEEPS_TO_PROCESS) L(getenv, KEEPS_TO_PROCESS | ONLY_READS) \
    L(geteuid, KEEPS_TO_PROCESS) L(getgid, KEEPS_TO_PROCESS) L(getline, ONLY_PRINTS) \
    L(getpgid, KEEPS_TO_PROCESS) L(getpgrp, KEEPS_TO_PROCESS) L(getpid, KEEPS_TO_PROCESS) \
    L(getppid, KEEPS_TO_PROCESS) L(getrlimit, KEEPS_TO_PROCESS) L(gets, ONLY_PRINTS) \
    L(getuid, KEEPS_TO_PROCESS) L(getw, ONLY_PRINTS) P(heddle_assert_failed, 0, 1, 2) \
    L(initgroups, KEEPS_TO_PROCESS | ONLY_READS) L(ioctl, ALL_REGISTERS) \
    P(klee_assert_failed, 0, 1, 2) L(malloc, KEEPS_TO_PROCESS | CHANGES_MEMORY) \
    L(mtx_lock, LOCKS_MUTEX) L(mtx_trylock, TRIES_LOCK) L(nanosleep, SLEEPS | KEEPS_TO_PROCESS) \
    L(nice, KEEPS_TO_PROCESS) L(open, KEEPS_TO_PROCESS | ONLY_READS | OPENS_FILE) \
    L(open64, KEEPS_TO_PROCESS | ONLY_READS | OPENS_FILE) L(open_memstream, ONLY_PRINTS) \
    L(open_wmemstream, ONLY_PRINTS) L(perror, ONLY_PRINTS) \
    L(prctl, ALL_REGISTERS | KEEPS_TO_PROCESS) L(printf, ONLY_PRINTS) \
    L(pthread_cond_clockwait, WAITS) L(pthread_cond_timedwait, WAITS) L(pthread_cond_wait, WAITS) \
    L(pthread_create, USES_HANDLE) L(pthread_detach, USES_HANDLE) L(pthread_exit, KEEPS_THREAD) \
    L(pthread_join, USES_HANDLE) L(pthread_mutex_lock, LOCKS_MUTEX) \
    L(pthread_mutex_trylock, TRIES_LOCK) L(pthread_sigmask, KEEPS_TO_PROCESS) \
    L(pthread_spin_trylock, TRIES_LOCK) L(pthread_yield, SLEEPS | ANY_THREAD) \
    L(putc, ONLY_PRINTS) L(putchar, ONLY_PRINTS) \
    L(putenv, KEEPS_TO_PROCESS | ONLY_READS | CHANGES_MEMORY) L(puts, ONLY_PRINTS) \
    L(putw, ONLY_PRINTS) L(reach_error, REPORTS_END) \
    L(realloc, KEEPS_TO_PROCESS | CHANGES_MEMORY) L(remove, ONLY_PRINTS) L(rename, ONLY_PRINTS) \
    L(rewind, ONLY_PRINTS) L(scanf, ONLY_PRINTS) L(sched_yield, SLEEPS | ANY_THREAD) \
    L(setbuf, ONLY_PRINTS | TAKES_BUFFER) L(setbuffer, ONLY_PRINTS | TAKES_BUFFER) \
    L(setegid, KEEPS_TO_PROCESS) L(setenv, KEEPS_TO_PROCESS | ONLY_READS | CHANGES_MEMORY) \
    L(seteuid, KEEPS_TO_PROCESS) L(setgid, KEEPS_TO_PROCESS) \
    L(setgroups, KEEPS_TO_PROCESS | ONLY_READS) L(setlinebuf, ONLY_PRINTS) \
    L(setpgid, KEEPS_TO_PROCESS) L(setpgrp, KEEPS_TO_PROCESS) L(setpriority, KEEPS_TO_PROCESS) \
    L(setregid, KEEPS_TO_PROCESS) L(setresgid, KEEPS_TO_PROCESS) L(setresuid, KEEPS_TO_PROCESS) \
    L(setreuid, KEEPS_TO_PROCESS) L(setrlimit, KEEPS_TO_PROCESS) L(setsid, KEEPS_TO_PROCESS) \
    L(setuid, KEEPS_TO_PROCESS) L(setvbuf, ONLY_PRINTS | TAKES_BUFFER) \
    L(sigaction, KEEPS_TO_PROCESS) L(sigaddset, KEEPS_TO_PROCESS) L(sigdelset, KEEPS_TO_PROCESS) \
    L(sigemptyset, KEEPS_TO_PROCESS) L(sigfillset, KEEPS_TO_PROCESS) L(signal, KEEPS_TO_PROCESS) \
    L(sigprocmask, KEEPS_TO_PROCESS) L(sleep, SLEEPS | KEEPS_TO_PROCESS) \
    L(snprintf, ONLY_PRINTS | KEEPS_TO_PROCESS) L(sprintf, ONLY_PRINTS | KEEPS_TO_PROCESS) \
    L(sscanf, ONLY_PRINTS) L(stpcpy, KEEPS_TO_PROCESS) L(strcat, KEEPS_TO_PROCESS) \
    L(strchr, KEEPS_TO_PROCESS | ONLY_READS) L(strcmp, KEEPS_TO_PROCESS | ONLY_READS) \
    L(strcpy, KEEPS_TO_PROCESS) L(strdup, KEEPS_TO_PROCESS | ONLY_READS | CHANGES_MEMORY) \
    L(strlen, KEEPS_TO_PROCESS | ONLY_READS) L(strncmp, KEEPS_TO_PROCESS | ONLY_READS) \
    L(strncpy, KEEPS_TO_PROCESS) L(strrchr, KEEPS_TO_PROCESS | ONLY_READS) \
    L(swprintf, ONLY_PRINTS) L(swscanf, ONLY_PRINTS) L(syscall, ALL_REGISTERS) \
    L(sysconf, KEEPS_TO_PROCESS) L(tempnam, ONLY_PRINTS) L(thrd_exit, KEEPS_THREAD) \
    L(thrd_sleep, SLEEPS) L(thrd_yield, SLEEPS | ANY_THREAD) L(tmpfile, ONLY_PRINTS) \
    L(tmpfile64, ONLY_PRINTS) L(tmpnam, ONLY_PRINTS) L(umask, KEEPS_TO_PROCESS) \
    L(ungetc, ONLY_PRINTS) L(unsetenv, KEEPS_TO_PROCESS | ONLY_READS | CHANGES_MEMORY) \
    L(usleep, SLEEPS | KEEPS_TO_PROCESS) L(vasprintf, ONLY_PRINTS) L(vdprintf, ONLY_PRINTS) \
    L(vfork, MAKES_CHILD | LENDS_MEMORY) L(vfprintf, ONLY_PRINTS) L(vfscanf, ONLY_PRINTS) \
    L(vprintf, ONLY_PRINTS) L(vscanf, ONLY_PRINTS) L(vsnprintf, ONLY_PRINTS) \
    L(vsprintf, ONLY_PRINTS) L(vsscanf, ONLY_PRINTS) L(vswprintf, ONLY_PRINTS) \
    L(vswscanf, ONLY_PRINTS)
// clang-format on
