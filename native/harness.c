/*
 * harness.c — <heddle/heddle.h> for programs that run natively: libheddle. With it a harness that
 * is part of a program's own build links and runs as it is. Inputs are zero, or the numbers in the
 * environment: HEDDLE_INPUT_NAME=NUMBER for the input `name`, in decimal digits. In the variable's
 * name, every character that is no letter or digit is an underscore. A false assumption ends the
 * process quietly, a failed assertion aborts it.
 *
 * The bitcode of these functions is not kept: when heddle tests the program, they are the engine's.
 * One object works with any C library: it uses nothing that their headers define in different ways.
 */
#include <heddle/heddle.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A program may define its own. */
#define OPEN __attribute__((__weak__))

static int is_word(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Returns the number that the environment gives to an input, or zero. */
static unsigned long long given(const char *name) {
    char variable[128] = "HEDDLE_INPUT_";
    size_t n = strlen(variable);
    for (; name && *name && n + 1 < sizeof variable; name++)
        variable[n++] = is_word(*name) ? *name : '_';
    variable[n] = 0;
    const char *text = getenv(variable);
    unsigned long long value = 0;
    for (const char *s = text ? text + (*text == '-') : ""; *s >= '0' && *s <= '9'; s++)
        value = value * 10 + (unsigned long long)(*s - '0');
    return text && *text == '-' ? -value : value;
}

OPEN void heddle_symbolic(void *object, size_t size, const char *name) {
    unsigned long long value = given(name);
    memset(object, 0, size);
    memcpy(object, &value, size < sizeof value ? size : sizeof value);
}

#define SCALAR(type, function) \
    OPEN type function(const char *name) { return (type)given(name); }
SCALAR(_Bool, heddle_bool)
SCALAR(char, heddle_char)
SCALAR(signed char, heddle_schar)
SCALAR(unsigned char, heddle_uchar)
SCALAR(short, heddle_short)
SCALAR(unsigned short, heddle_ushort)
SCALAR(int, heddle_int)
SCALAR(unsigned, heddle_uint)
SCALAR(long, heddle_long)
SCALAR(unsigned long, heddle_ulong)
SCALAR(long long, heddle_llong)
SCALAR(unsigned long long, heddle_ullong)
SCALAR(size_t, heddle_size)
SCALAR(int8_t, heddle_int8)
SCALAR(int16_t, heddle_int16)
SCALAR(int32_t, heddle_int32)
SCALAR(int64_t, heddle_int64)
SCALAR(uint8_t, heddle_uint8)
SCALAR(uint16_t, heddle_uint16)
SCALAR(uint32_t, heddle_uint32)
SCALAR(uint64_t, heddle_uint64)
SCALAR(float, heddle_float)
SCALAR(double, heddle_double)
OPEN void *heddle_pointer(const char *name) { return (void *)(uintptr_t)given(name); }

/* Returns the number from the environment, or the lower bound if it is outside the range. */
OPEN int heddle_range(int low, int high, const char *name) {
    int value = (int)given(name);
    return value < low || value >= high ? low : value;
}

OPEN int heddle_is_symbolic(uintptr_t value) {
    (void)value;
    return 0;
}
OPEN uintptr_t heddle_concrete(uintptr_t value) { return value; }
OPEN void heddle_print_value(const char *message, uintptr_t value) { (void)message, (void)value; }
OPEN void heddle_print_range(const char *message, uintptr_t value) { (void)message, (void)value; }
OPEN size_t heddle_object_size(const void *object) {
    (void)object;
    return 0;
}

OPEN void heddle_assume(int condition) {
    if (!condition) _Exit(0);
}

OPEN _Noreturn void heddle_assert_failed(const char *text, const char *file, int line,
                                         const char *function) {
    fprintf(stderr, "%s:%d: %s: assertion failed: %s\n", file, line, function, text);
    abort();
}

/* A lock: the closest that a machine has to sections in which no other thread runs. */
static pthread_mutex_t section = PTHREAD_MUTEX_INITIALIZER;
OPEN void heddle_atomic_begin(void) { pthread_mutex_lock(&section); }
OPEN void heddle_atomic_end(void) { pthread_mutex_unlock(&section); }
OPEN void heddle_yield(void) { sched_yield(); }
