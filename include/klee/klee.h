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

/* Returns the size of the object (heap block, global or local variable) that begins at `object`; it
 * is an error if none does. */
size_t klee_get_obj_size(void *object);

/* Whether a value depends on inputs. */
unsigned klee_is_symbolic(uintptr_t value);
/* Return the value that is given. If it depends on inputs, each value that it can have is explored
 * on its own: unlike in KLEE, no value is left out, so there may be many paths. */
float klee_get_valuef(float value);
double klee_get_valued(double value);
long klee_get_valuel(long value);
long long klee_get_valuell(long long value);
int32_t klee_get_value_i32(int32_t value);
int64_t klee_get_value_i64(int64_t value);

/* Show the message once in the summary; with an integer as an expression of inputs, or with the
 * smallest and the largest value that it can have; or with where the thread is. */
void klee_warning(const char *message);
void klee_warning_once(const char *message);
void klee_print_expr(const char *message, ...);
void klee_print_range(const char *name, int value);
void klee_stack_trace(void);

/* Hints without effect here: no value is preferred, paths are not merged (known states are), and
 * every object may be shared. */
void klee_prefer_cex(void *object, uintptr_t condition);
void klee_posix_prefer_cex(void *object, uintptr_t condition);
void klee_mark_global(void *object);
void klee_open_merge(void);
void klee_close_merge(void);
/* Has no effect: every side of a branch is explored. A warning says so where it is to be off. */
void klee_set_forking(unsigned enable);
/* Returns errno: the program's calls of the system are its own. */
int klee_get_errno(void);
/* Returns zero: the program runs in the engine, not in a replay binary. */
int klee_is_replay(void);

/* Not supported: a call ends its thread and makes the exploration incomplete. Objects have the
 * addresses that the engine gives them, and functions are those that are linked. */
void klee_define_fixed_object(void *address, size_t size);
void klee_alias_function(const char *name, const char *other);
void klee_alias_function_regex(const char *pattern, const char *other);

#ifdef __cplusplus
}
#endif
#endif
