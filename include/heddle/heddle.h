/*
 * heddle.h — operations of Heddle for a program under test: symbolic inputs, assumptions and
 * assertions.
 *
 * An input is named; the report of a finding gives the value each input had. The same name may be
 * used many times (in a loop, in several threads): each use is a separate input, distinguished by
 * thread and count.
 */
#ifndef HEDDLE_HEDDLE_H
#define HEDDLE_HEDDLE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Makes the `size` bytes at `object` an input: every value they can have is explored. */
void heddle_symbolic(void *object, size_t size, const char *name);

/* Return a fresh input of a scalar type. */
_Bool heddle_bool(const char *name);
char heddle_char(const char *name);
signed char heddle_schar(const char *name);
unsigned char heddle_uchar(const char *name);
short heddle_short(const char *name);
unsigned short heddle_ushort(const char *name);
int heddle_int(const char *name);
unsigned int heddle_uint(const char *name);
long heddle_long(const char *name);
unsigned long heddle_ulong(const char *name);
long long heddle_llong(const char *name);
unsigned long long heddle_ullong(const char *name);
size_t heddle_size(const char *name);
int8_t heddle_int8(const char *name);
int16_t heddle_int16(const char *name);
int32_t heddle_int32(const char *name);
int64_t heddle_int64(const char *name);
uint8_t heddle_uint8(const char *name);
uint16_t heddle_uint16(const char *name);
uint32_t heddle_uint32(const char *name);
uint64_t heddle_uint64(const char *name);
void *heddle_pointer(const char *name);
float heddle_float(const char *name);
double heddle_double(const char *name);

/* Returns an int with low <= value < high, with one branch on the input for each bound. */
int heddle_range(int low, int high, const char *name);

/* Restricts the exploration to executions in which `condition` holds: otherwise this thread stops
 * here, silently. */
void heddle_assume(int condition);

/* Reports a finding of kind "assertion" if `condition` does not hold. Unlike assert() it ignores
 * NDEBUG. */
#define heddle_assert(condition) \
    ((condition) ? (void)0 : heddle_assert_failed(#condition, __FILE__, __LINE__, __func__))

#ifdef __cplusplus
[[noreturn]]
#else
_Noreturn
#endif
void heddle_assert_failed(const char *text, const char *file, int line, const char *function);

/* Begin and end a section during which no other thread runs. The pair does not nest. */
void heddle_atomic_begin(void);
void heddle_atomic_end(void);

/* Whether a value depends on inputs. (In the explored runs; a replay gives the same answer.
 * Natively none does.) */
int heddle_is_symbolic(uintptr_t value);
/* Returns the value. If it depends on inputs, each value that it can have is explored on its own.
 */
uintptr_t heddle_concrete(uintptr_t value);
/* Add a message to the warnings of the exploration, with what is known of a value: it as an
 * expression of inputs, or the smallest and the largest number that it can be. */
void heddle_print_value(const char *message, uintptr_t value);
void heddle_print_range(const char *message, uintptr_t value);
/* Returns the size of the live object (heap block, global or local variable) that begins at this
 * address; 0: none does, or it is not known, as in native runs. */
size_t heddle_object_size(const void *object);

/* Lets another thread run. This does not change what is reachable; it is a hint for readers. */
void heddle_yield(void);

#ifdef __cplusplus
}
#endif
#endif
