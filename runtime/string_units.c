/*
 * string_units.c — the machine's string instructions, for inline assembly
 * (src/program/asm/asm_instructions.c). They go upwards unit by unit, so that bytes written just
 * before may be read again. Copying a block to a place a little behind its beginning repeats the
 * bytes in between.
 */
#include "runtime.h"

void __heddle_move_units(char *to, const char *from, __heddle_size count, __heddle_size unit);
void __heddle_fill_units(char *to, unsigned long value, __heddle_size count, __heddle_size unit);
unsigned long __heddle_scan_units(const char *at, unsigned long value, __heddle_size count,
                                  __heddle_size unit, unsigned long until_equal);
unsigned long __heddle_compare_units(const char *at, const char *other, __heddle_size count,
                                     __heddle_size unit, unsigned long until_equal);

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

static unsigned long load_unit(const char *at, __heddle_size unit) {
    unsigned long value = 0;
    __builtin_memcpy(&value, at, unit);
    return value;
}

/* Returns how `x` compares with `y`: 0 equal, 1 below, 2 above. */
static unsigned long relation(unsigned long x, unsigned long y) {
    return x == y ? 0 : x < y ? 1 : 2;
}

/* Both return four times the number of units that were looked at, plus the last relation. They end
 * where units are equal (`until_equal`), or where they differ. */
unsigned long __heddle_scan_units(const char *at, unsigned long value, __heddle_size count,
                                  __heddle_size unit, unsigned long until_equal) {
    unsigned long how = 0, looked = 0;
    if (unit < sizeof value) value &= (1ul << 8 * unit) - 1;
    while (looked < count) {
        how = relation(value, load_unit(at + looked++ * unit, unit));
        if (!how == !!until_equal) break;
    }
    return looked * 4 + how;
}

unsigned long __heddle_compare_units(const char *at, const char *other, __heddle_size count,
                                     __heddle_size unit, unsigned long until_equal) {
    unsigned long how = 0, looked = 0;
    while (looked < count) {
        how = relation(load_unit(other + looked * unit, unit), load_unit(at + looked * unit, unit));
        looked++;
        if (!how == !!until_equal) break;
    }
    return looked * 4 + how;
}
