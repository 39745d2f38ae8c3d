/*
 * string_units.c — the machine's string instructions, for inline assembly
 * (src/program/asm/asm_instructions.c). They go upwards unit by unit, so that bytes written just
 * before may be read again. Copying a block to a place a little behind its beginning repeats the
 * bytes in between.
 */
#include "runtime.h"

void __heddle_move_units(char *to, const char *from, __heddle_size count, __heddle_size unit);
void __heddle_fill_units(char *to, unsigned long value, __heddle_size count, __heddle_size unit);

void __heddle_move_units(char *to, const char *from, __heddle_size count, __heddle_size unit) {
    __heddle_size bytes = count * unit, ahead = (__heddle_size)to - (__heddle_size)from;
    if (ahead >= bytes) {
        if (bytes) __builtin_memmove(to, from, bytes);
        return;
    }
    for (__heddle_size k = 0; k < bytes; k += unit) __builtin_memmove(to + k, from + k, unit);
}

void __heddle_fill_units(char *to, unsigned long value, __heddle_size count, __heddle_size unit) {
    if (unit == 1) {
        if (count) __builtin_memset(to, (int)(value & 255), count);
        return;
    }
    for (__heddle_size k = 0; k < count; k++) __builtin_memcpy(to + k * unit, &value, unit);
}
