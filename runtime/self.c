/*
 * self.c — libc's per-thread block (errno, locale, pending clean-up handlers). It is in
 * thread-local storage and complete from its initialiser, so that a new thread needs no set-up.
 */
#include "pthread_impl.h"
#include "locale_impl.h"
#include "libc.h"
#include "runtime.h"

static _Thread_local struct pthread self_block = {.detach_state = DT_JOINABLE,
                                                  .locale = &libc.global_locale};

uintptr_t __heddle_thread_pointer(void) { return (uintptr_t)&self_block; }
