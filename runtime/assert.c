/*
 * assert.c — failed assertions become findings at the place of the assertion.
 */
#include "runtime.h"
#include <stddef.h>

PUBLIC _Noreturn void __assert_fail(const char *text, const char *file, int line,
                                    const char *function) {
    __heddle_fail("assertion", text, file, line, function);
}

/* The same under the names in preprocessed files of other C libraries' headers. */
PUBLIC _Noreturn void __assert(const char *text, const char *file, int line) {
    __heddle_fail("assertion", text, file, line, NULL);
}

PUBLIC _Noreturn void __assert_perror_fail(int error, const char *file, unsigned line,
                                           const char *function) {
    (void)error;
    __heddle_fail("assertion", "assert_perror: an error number that is not zero", file, (int)line,
                  function);
}

PUBLIC _Noreturn void __stack_chk_fail(void) {
    __heddle_fail("memory", "stack smashing detected", NULL, 0, NULL);
}
