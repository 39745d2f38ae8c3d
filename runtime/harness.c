/*
 * harness.c — the operations of test harnesses: those of our own header, of KLEE, and of the
 * software verification competition. Each input has the name given by the harness; the engine makes
 * names unique.
 */
#include <errno.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <heddle/heddle.h>
#include <klee/klee.h>
#include "runtime.h"

static _Bool fresh_bool(const char *name) {
    unsigned char value;
    __heddle_make_symbolic(&value, 1, name);
    __heddle_assume(value <= 1);
    return value != 0;
}

/* Both bounds are one assumption, without a branch between them. */
static int fresh_range(int low, int high, const char *name) {
    int value;
    __heddle_make_symbolic(&value, sizeof value, name);
    __heddle_assume((low <= value) & (value < high));
    return value;
}

#define fresh(p, size, name) __heddle_make_symbolic(p, size, name)
#include <heddle/heddle_inputs.h>

PUBLIC void heddle_assume(int condition) { __heddle_assume(condition); }
PUBLIC _Noreturn void heddle_assert_failed(const char *text, const char *file, int line,
                                           const char *function) {
    __heddle_fail("assertion", text, file, line, function);
}
PUBLIC void heddle_atomic_begin(void) { __heddle_atomic_begin(); }
PUBLIC void heddle_atomic_end(void) { __heddle_atomic_end(); }
PUBLIC void heddle_yield(void) { __heddle_yield(); }

/* The answer is an input, so that a replay, in which no value depends on inputs, has the same one.
 */
static int told_symbolic(uintptr_t value) {
    unsigned char told;
    __heddle_make_symbolic(&told, 1, "is_symbolic");
    if (__heddle_is_symbolic(told)) __heddle_assume(told == __heddle_is_symbolic(value));
    return told;
}
static uintptr_t one_value(uintptr_t value) {
    return (uintptr_t)__heddle_syscall(HEDDLE_CALL_CONCRETE, (long)value, 0, 0, 0, 0, 0);
}
PUBLIC int heddle_is_symbolic(uintptr_t value) { return told_symbolic(value); }
PUBLIC uintptr_t heddle_concrete(uintptr_t value) { return one_value(value); }
PUBLIC void heddle_print_value(const char *message, uintptr_t value) {
    __heddle_tell(message, value, HEDDLE_TELL_EXPRESSION);
}
PUBLIC void heddle_print_range(const char *message, uintptr_t value) {
    __heddle_tell(message, value, HEDDLE_TELL_RANGE);
}
PUBLIC size_t heddle_object_size(const void *object) { return __heddle_extent(object); }

/* KLEE */

PUBLIC uintptr_t klee_choose(uintptr_t n) {
    uintptr_t value;
    __heddle_make_symbolic(&value, sizeof value, "klee_choose");
    __heddle_assume(value < n);
    return value;
}
PUBLIC void klee_assume(uintptr_t condition) { __heddle_assume(condition != 0); }
PUBLIC _Noreturn void klee_silent_exit(int status) {
    (void)status;
    __heddle_silent_exit();
}
PUBLIC _Noreturn void klee_abort(void) {
    __heddle_fail("abort", "klee_abort called", NULL, 0, NULL);
}
PUBLIC _Noreturn void klee_report_error(const char *file, int line, const char *message,
                                        const char *suffix) {
    (void)suffix;
    __heddle_fail("assertion", message, file, line, NULL);
}
PUBLIC _Noreturn void klee_assert_failed(const char *text, const char *file, int line,
                                         const char *function) {
    __heddle_fail("assertion", text, file, line, function);
}
/* Reads the first and the last byte. That suffices: an address range lies in one object or leaves
 * it at an end. */
PUBLIC void klee_check_memory_access(const void *address, size_t size) {
    if (size == 0) return;
    (void)((const volatile char *)address)[0];
    (void)((const volatile char *)address)[size - 1];
}
PUBLIC void klee_warning(const char *message) { __heddle_warn(message); }
PUBLIC void klee_warning_once(const char *message) { __heddle_warn(message); }
PUBLIC void klee_prefer_cex(void *object, uintptr_t condition) { (void)object, (void)condition; }
PUBLIC void klee_posix_prefer_cex(void *object, uintptr_t condition) {
    (void)object, (void)condition;
}
PUBLIC void klee_mark_global(void *object) { (void)object; }
PUBLIC void klee_open_merge(void) {}
PUBLIC void klee_close_merge(void) {}
PUBLIC int klee_is_replay(void) { return 0; }
PUBLIC int klee_get_errno(void) { return errno; }

PUBLIC unsigned klee_is_symbolic(uintptr_t value) { return (unsigned)told_symbolic(value); }
PUBLIC long klee_get_valuel(long value) { return (long)one_value((uintptr_t)value); }
PUBLIC long long klee_get_valuell(long long value) {
    return (long long)one_value((uintptr_t)value);
}
PUBLIC int32_t klee_get_value_i32(int32_t value) { return (int32_t)one_value((uint32_t)value); }
PUBLIC int64_t klee_get_value_i64(int64_t value) { return (int64_t)one_value((uint64_t)value); }
PUBLIC float klee_get_valuef(float value) {
    uint32_t bits;
    __builtin_memcpy(&bits, &value, sizeof bits);
    bits = (uint32_t)one_value(bits);
    __builtin_memcpy(&value, &bits, sizeof bits);
    return value;
}
PUBLIC double klee_get_valued(double value) {
    uint64_t bits;
    __builtin_memcpy(&bits, &value, sizeof bits);
    bits = one_value(bits);
    __builtin_memcpy(&value, &bits, sizeof bits);
    return value;
}
PUBLIC size_t klee_get_obj_size(void *object) {
    size_t size = __heddle_extent(object);
    if (!size)
        __heddle_fail("api", "klee_get_obj_size: no object begins at this address", NULL, 0, NULL);
    return size;
}

PUBLIC void klee_print_expr(const char *message, ...) {
    va_list values;
    va_start(values, message);
    __heddle_tell(message, va_arg(values, unsigned long), HEDDLE_TELL_EXPRESSION);
    va_end(values);
}
PUBLIC void klee_print_range(const char *name, int value) {
    __heddle_tell(name, (unsigned)value, HEDDLE_TELL_RANGE);
}
PUBLIC void klee_stack_trace(void) { __heddle_tell("klee_stack_trace", 0, HEDDLE_TELL_STACK); }
PUBLIC void klee_set_forking(unsigned enable) {
    if (!enable)
        __heddle_warn("klee_set_forking(0) has no effect: every side of a branch is explored");
}

PUBLIC void klee_define_fixed_object(void *address, size_t size) {
    (void)address, (void)size;
    __heddle_fail("unsupported", "klee_define_fixed_object: objects cannot be given an address",
                  NULL, 0, NULL);
}
PUBLIC void klee_alias_function(const char *name, const char *other) {
    (void)name, (void)other;
    __heddle_fail("unsupported", "klee_alias_function: link the other function instead", NULL, 0,
                  NULL);
}
PUBLIC void klee_alias_function_regex(const char *pattern, const char *other) {
    (void)pattern, (void)other;
    __heddle_fail("unsupported", "klee_alias_function_regex: link the other functions instead",
                  NULL, 0, NULL);
}

/* Software verification competition */

void __VERIFIER_assume(int condition);
PUBLIC void __VERIFIER_assume(int condition) { __heddle_assume(condition); }

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
PUBLIC void __VERIFIER_atomic_begin(void) { __heddle_atomic_begin(); }
PUBLIC void __VERIFIER_atomic_end(void) { __heddle_atomic_end(); }

_Noreturn void reach_error(void);
_Noreturn void __VERIFIER_error(void);
PUBLIC _Noreturn void reach_error(void) {
    __heddle_fail("assertion", "reach_error called", NULL, 0, NULL);
}
PUBLIC _Noreturn void __VERIFIER_error(void) {
    __heddle_fail("assertion", "__VERIFIER_error called", NULL, 0, NULL);
}

void __VERIFIER_assert(int condition);
PUBLIC void __VERIFIER_assert(int condition) {
    if (!condition) __heddle_fail("assertion", "__VERIFIER_assert failed", NULL, 0, NULL);
}
