/*
 * engine_calls.h — traits (traits.h) of the calls that the engine carries out for the program.
 * Bitcode calls engine operations by name (runtime/engine.h). src/vm/system/syscall.c serves system
 * calls and HEDDLE_CALL_… by number. A number without a row may do anything.
 */
// clang-format off
#define BUILTINS(B) \
    B(malloc, 0) B(free, 0) B(object_size, REGISTERS_ONLY | ANY_THREAD) \
    B(thread_create, SHOWS_THREAD) B(thread_exit, NO_RETURN) B(thread_join, STAYS) \
    B(thread_detach, 0) B(thread_self, REGISTERS_ONLY | SHOWS_THREAD) \
    B(yield, REGISTERS_ONLY | ANY_THREAD) B(generation, 0) \
    B(is_local, REGISTERS_ONLY | ANY_THREAD) B(destroy, ORDERS) B(mutex_lock, ORDERS | ANY_THREAD) \
    B(mutex_trylock, ORDERS | ANY_THREAD) B(mutex_unlock, ORDERS | ANY_THREAD) \
    B(mutex_consistent, ORDERS) B(cond_wait, ORDERS) B(cond_signal, ORDERS) \
    B(cond_broadcast, ORDERS) B(rwlock_rdlock, ORDERS) B(rwlock_wrlock, ORDERS) \
    B(rwlock_tryrdlock, ORDERS) B(rwlock_trywrlock, ORDERS) B(rwlock_unlock, ORDERS) \
    B(sem_post, ORDERS) B(sem_wait, ORDERS) B(sem_trywait, ORDERS) B(sem_value, ORDERS) \
    B(barrier_wait, ORDERS) B(once, ORDERS) B(once_done, ORDERS) \
    B(atomic_begin, ORDERS | ANY_THREAD) B(atomic_end, ORDERS | ANY_THREAD) \
    B(syscall, 0) /* its number decides: ENGINE_CALLS */ \
    B(unlogged, 0) B(make_symbolic, DRAWS_INPUT) \
    B(kernel_enter, ORDERS) B(kernel_leave, ORDERS) \
    B(assume, ANY_THREAD | STAYS) B(silent_exit, ANY_THREAD | NO_RETURN) \
    B(fail, ANY_THREAD | NO_RETURN) \
    B(mistake, REGISTERS_ONLY | ANY_THREAD) B(warn, 0) B(assumed, 0) \
    B(by_program, 0) B(example, 0) B(has_many_values, 0) B(next_thread, SHOWS_THREAD) \
    B(thread_after, SHOWS_THREAD) B(await_thread, STAYS) \
    B(check, REGISTERS_ONLY | ANY_THREAD) B(peek, REGISTERS_ONLY | ANY_THREAD) \
    B(is_symbolic, 0) B(tell, SHOWS_THREAD) B(extent, 0) \
    B(context_switch, NO_RETURN) B(context_room, 0) B(context_current, 0) \
    B(as_written, 0) B(has_destructors, 0) B(caller, REGISTERS_ONLY) \
    B(name_character, REGISTERS_ONLY | ANY_THREAD) B(constructors, 0) B(destructors, 0)
/* Functions of C that the engine carries out, too. The program calls them by their own names. */
#define C_BUILTINS(B) \
    B(setjmp, 0) B(longjmp, NO_RETURN) B(getcontext, 0) B(memcpy, ANY_THREAD) \
    B(memmove, ANY_THREAD) B(memset, ANY_THREAD)
/* N(name, builtin): the names of the functions in C_BUILTINS. */
#define C_BUILTIN_NAMES(N) \
    N(memcpy, memcpy) N(memmove, memmove) N(memset, memset) \
    N(setjmp, setjmp) N(_setjmp, setjmp) N(__sigsetjmp, setjmp) N(sigsetjmp, setjmp) \
    N(longjmp, longjmp) N(_longjmp, longjmp) N(siglongjmp, longjmp) N(getcontext, getcontext)

/* C(number, dangers) */
#define ENGINE_CALLS(C) \
    C(HEDDLE_CALL_TIME, SHOWS_TIME) C(HEDDLE_CALL_PASS, 0) C(HEDDLE_CALL_PASS_UNTIL, 0) \
    C(HEDDLE_CALL_SLEEP, 0) C(HEDDLE_CALL_SLEEP_UNTIL, 0) C(HEDDLE_CALL_QUIET, 0) \
    C(HEDDLE_CALL_IS_VISIBLE, 0) C(HEDDLE_CALL_CONCRETE, 0) C(HEDDLE_CALL_OPTION, 0) \
    C(HEDDLE_CALL_HOST_STAT, 0) C(HEDDLE_CALL_HOST_READ, 0) C(HEDDLE_CALL_HOST_LIST, 0) \
    C(HEDDLE_CALL_STDIN, 0) C(HEDDLE_CALL_OUTPUT, 0) C(HEDDLE_CALL_BLOCK, 0) \
    C(HEDDLE_CALL_EXTENT, 0) C(HEDDLE_CALL_UNMAP, 0) C(HEDDLE_CALL_UNMAPPED, 0) \
    C(HEDDLE_CALL_SYMBOL, ANY_DANGER | SHOWS_OUTPUT) C(HEDDLE_CALL_LEAVES, 0) \
    C(HEDDLE_CALL_RANDOM, SHOWS_THREAD) C(HEDDLE_CALL_SHOW, 0) C(HEDDLE_CALL_OUTPUT_SEEN, 0) \
    C(HEDDLE_CALL_STACK, 0) \
    C(HEDDLE_CALL_STACK_OF, 0) C(HEDDLE_CALL_INTERRUPTS, 0) C(HEDDLE_CALL_BEYOND, 0) \
    C(HEDDLE_CALL_SIGNALS, 0) C(HEDDLE_CALL_BUSY, SHOWS_TIME) C(HEDDLE_CALL_DEADLINE, 0) \
    C(HEDDLE_CALL_MAINS, 0) C(HEDDLE_CALL_RESTS_ON, 0) \
    C(SYS_exit_group, STAYS) C(SYS_exit, STAYS) \
    C(SYS_clock_gettime, SHOWS_TIME) C(SYS_gettimeofday, SHOWS_TIME) C(SYS_time, SHOWS_TIME) \
    C(SYS_clock_getres, 0) C(SYS_getpriority, 0) C(SYS_sched_yield, 0) C(SYS_getpid, 0) \
    C(SYS_getpgrp, 0) C(SYS_getsid, 0) C(SYS_getpgid, 0) C(SYS_getppid, 0) \
    C(SYS_gettid, SHOWS_THREAD) C(SYS_getuid, 0) C(SYS_geteuid, 0) \
    C(SYS_getgid, 0) C(SYS_getegid, 0) C(SYS_getgroups, 0) C(SYS_set_tid_address, 0) \
    C(SYS_rt_sigprocmask, 0) C(SYS_rt_sigaction, 0) C(SYS_sigaltstack, 0) C(SYS_setpriority, 0) \
    C(SYS_sched_setscheduler, 0) C(SYS_sched_setparam, 0) C(SYS_mlock, 0) C(SYS_mlockall, 0) \
    C(SYS_munlock, 0) C(SYS_munlockall, 0) C(SYS_setsid, 0) C(SYS_setpgid, 0) C(SYS_prctl, 0) \
    C(SYS_clock_settime, 0) C(SYS_settimeofday, 0)
// clang-format on
