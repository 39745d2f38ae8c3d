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
    L(_IO_feof_unlocked, ONLY_PRINTS) L(_IO_getc, ONLY_PRINTS) L(_IO_getc_unlocked, ONLY_PRINTS) \
    L(_IO_putc, ONLY_PRINTS) P(__assert, 0, 1, 2) P(__assert_fail, REPORTS_END, 1, 2) \
    P(__assert_perror_fail, 0, 1, 2) L(__fdopen, ONLY_PRINTS) L(__fseeko, ONLY_PRINTS) \
    L(__ftello, ONLY_PRINTS) L(__getdelim, ONLY_PRINTS) L(__heddle_bad_object, REPORTS_END) \
    L(__heddle_inherit_affinity, KEEPS_THREAD) L(__heddle_inherit_name, KEEPS_THREAD) \
    L(__heddle_install, KEEPS_THREAD) L(__heddle_install_new, KEEPS_THREAD) \
    L(__heddle_loop_interrupted, CALLED_BY_ENGINE) L(__heddle_own_inbox, KEEPS_THREAD) \
    L(__heddle_signal_look, CALLED_BY_ENGINE) L(__heddle_wait_interrupted, CALLED_BY_ENGINE) \
    L(__isoc99_fscanf, ONLY_PRINTS) L(__isoc99_scanf, ONLY_PRINTS) L(__isoc99_sscanf, ONLY_PRINTS) \
    L(__isoc99_vfscanf, ONLY_PRINTS) L(__isoc99_vscanf, ONLY_PRINTS) \
    L(__isoc99_vsscanf, ONLY_PRINTS) L(abort, REPORTS_END) L(asprintf, ONLY_PRINTS) \
    L(clearerr, ONLY_PRINTS) L(clearerr_unlocked, ONLY_PRINTS) L(clock_nanosleep, SLEEPS) \
    L(cnd_timedwait, WAITS) L(cnd_wait, WAITS) L(dprintf, ONLY_PRINTS) L(fclose, ONLY_PRINTS) \
    L(fcntl, ALL_REGISTERS) L(fdopen, ONLY_PRINTS) L(feof, ONLY_PRINTS) \
    L(feof_unlocked, ONLY_PRINTS) L(fflush, ONLY_PRINTS) L(fflush_unlocked, ONLY_PRINTS) \
    L(fgetc, ONLY_PRINTS) L(fgetc_unlocked, ONLY_PRINTS) L(fgetln, ONLY_PRINTS) \
    L(fgetpos, ONLY_PRINTS) L(fgetpos64, ONLY_PRINTS) L(fgets, ONLY_PRINTS) \
    L(fgets_unlocked, ONLY_PRINTS) L(fileno, ONLY_PRINTS) L(fileno_unlocked, ONLY_PRINTS) \
    L(fmemopen, ONLY_PRINTS) L(fopen, ONLY_PRINTS) L(fopen64, ONLY_PRINTS) L(fprintf, ONLY_PRINTS) \
    L(fputc, ONLY_PRINTS) L(fputs, ONLY_PRINTS) L(fputs_unlocked, ONLY_PRINTS) \
    L(fread, ONLY_PRINTS) L(fread_unlocked, ONLY_PRINTS) L(fscanf, ONLY_PRINTS) \
    L(fseek, ONLY_PRINTS) L(fseeko, ONLY_PRINTS) L(fseeko64, ONLY_PRINTS) L(fsetpos, ONLY_PRINTS) \
    L(fsetpos64, ONLY_PRINTS) L(ftell, ONLY_PRINTS) L(ftello, ONLY_PRINTS) \
    L(ftello64, ONLY_PRINTS) L(fwrite, ONLY_PRINTS) L(fwrite_unlocked, ONLY_PRINTS) \
    L(getc, ONLY_PRINTS) L(getc_unlocked, ONLY_PRINTS) L(getchar, ONLY_PRINTS) \
    L(getchar_unlocked, ONLY_PRINTS) L(getdelim, ONLY_PRINTS) L(getline, ONLY_PRINTS) \
    L(gets, ONLY_PRINTS) L(getw, ONLY_PRINTS) P(heddle_assert_failed, 0, 1, 2) \
    L(ioctl, ALL_REGISTERS) P(klee_assert_failed, 0, 1, 2) L(mtx_lock, LOCKS_MUTEX) \
    L(mtx_trylock, TRIES_LOCK) L(nanosleep, SLEEPS) \
    L(open_memstream, ONLY_PRINTS) L(open_wmemstream, ONLY_PRINTS) \
    L(perror, ONLY_PRINTS) L(prctl, ALL_REGISTERS) L(printf, ONLY_PRINTS) \
    L(pthread_cond_clockwait, WAITS) L(pthread_cond_timedwait, WAITS) L(pthread_cond_wait, WAITS) \
    L(pthread_create, USES_HANDLE) L(pthread_detach, USES_HANDLE) L(pthread_exit, KEEPS_THREAD) \
    L(pthread_join, USES_HANDLE) L(pthread_mutex_lock, LOCKS_MUTEX) \
    L(pthread_mutex_trylock, TRIES_LOCK) \
    L(pthread_spin_trylock, TRIES_LOCK) L(pthread_yield, SLEEPS | ANY_THREAD) L(putc, ONLY_PRINTS) \
    L(putchar, ONLY_PRINTS) L(puts, ONLY_PRINTS) L(putw, ONLY_PRINTS) L(reach_error, REPORTS_END) \
    L(remove, ONLY_PRINTS) L(rename, ONLY_PRINTS) L(rewind, ONLY_PRINTS) L(scanf, ONLY_PRINTS) \
    L(sched_yield, SLEEPS | ANY_THREAD) L(setbuf, ONLY_PRINTS | TAKES_BUFFER) \
    L(setbuffer, ONLY_PRINTS | TAKES_BUFFER) L(setlinebuf, ONLY_PRINTS) \
    L(setvbuf, ONLY_PRINTS | TAKES_BUFFER) L(sleep, SLEEPS) L(snprintf, ONLY_PRINTS) \
    L(sprintf, ONLY_PRINTS) L(sscanf, ONLY_PRINTS) L(swprintf, ONLY_PRINTS) \
    L(swscanf, ONLY_PRINTS) L(syscall, ALL_REGISTERS) L(tempnam, ONLY_PRINTS) \
    L(thrd_exit, KEEPS_THREAD) L(thrd_sleep, SLEEPS) L(thrd_yield, SLEEPS | ANY_THREAD) \
    L(tmpfile, ONLY_PRINTS) L(tmpfile64, ONLY_PRINTS) L(tmpnam, ONLY_PRINTS) \
    L(ungetc, ONLY_PRINTS) L(usleep, SLEEPS) L(vasprintf, ONLY_PRINTS) L(vdprintf, ONLY_PRINTS) \
    L(vfprintf, ONLY_PRINTS) L(vfscanf, ONLY_PRINTS) L(vprintf, ONLY_PRINTS) \
    L(vscanf, ONLY_PRINTS) L(vsnprintf, ONLY_PRINTS) L(vsprintf, ONLY_PRINTS) \
    L(vsscanf, ONLY_PRINTS) L(vswprintf, ONLY_PRINTS) L(vswscanf, ONLY_PRINTS)
// clang-format on
