/*
 * klee.h — lets harnesses written for KLEE compile and run unchanged: its documented interface,
 * implemented by Heddle's own operations (runtime/harness.c).
 */
#ifndef HEDDLE_KLEE_KLEE_H
#define HEDDLE_KLEE_KLEE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Makes `size` bytes at `address` symbolic. */
void klee_make_symbolic(void *address, size_t size, const char *name);
/* Return fresh symbolic scalars; klee_range gives begin <= value < end. */
int klee_range(int begin, int end, const char *name);
int klee_int(const char *name);
uintptr_t klee_choose(uintptr_t n);

/* Continues only if the condition holds. */
void klee_assume(uintptr_t condition);

/* End the thread: without a finding; with an "abort" finding; with a finding at a given place. */
__attribute__((noreturn)) void klee_silent_exit(int status);
__attribute__((noreturn)) void klee_abort(void);
__attribute__((noreturn)) void klee_report_error(const char *file, int line, const char *message,
                                                 const char *suffix);
__attribute__((noreturn)) void klee_assert_failed(const char *text, const char *file, int line,
                                                  const char *function);
#define klee_assert(condition) \
    ((condition) ? (void)0 : klee_assert_failed(#condition, __FILE__, __LINE__, __func__))

/* Reports a finding if the range is not all addressable. */
void klee_check_memory_access(const void *address, size_t size);

/* Shows the message once in the summary. */
void klee_warning(const char *message);
void klee_warning_once(const char *message);

/* Hints without effect here: no value is preferred, exploration is never switched off or merged. */
void klee_prefer_cex(void *object, uintptr_t condition);
void klee_posix_prefer_cex(void *object, uintptr_t condition);
void klee_mark_global(void *object);
void klee_open_merge(void);
void klee_close_merge(void);
void klee_stack_trace(void);
/* Returns zero: the program runs in the engine, not in a replay binary. */
int klee_is_replay(void);

#ifdef __cplusplus
}
#endif
#endif
