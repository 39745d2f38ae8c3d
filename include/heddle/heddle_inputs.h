/*
 * heddle_inputs.h — the inputs of test harnesses (<heddle/heddle.h>, <klee/klee.h>, the software
 * verification competition). Included by what defines them: the runtime of programs under test, and
 * the drivers of sequentialized programs (heddle_seq_driver.c). They say where inputs come from:
 *
 *     void fresh(void *p, size_t size, const char *name);   makes bytes an input; may be a macro
 *     static int fresh_range(int low, int high, const char *name);
 *     static bool fresh_bool(const char *name);
 *
 * A program may define each of these functions itself.
 */
#ifndef HEDDLE_INPUTS_H
#define HEDDLE_INPUTS_H

#define OPEN __attribute__((__weak__))
#define NAMED(type, function)              \
    type function(const char *name);       \
    OPEN type function(const char *name) { \
        type value;                        \
        fresh(&value, sizeof value, name); \
        return value;                      \
    }
#define NONDET(type, suffix)                                       \
    type __VERIFIER_nondet_##suffix(void);                         \
    OPEN type __VERIFIER_nondet_##suffix(void) {                   \
        type value;                                                \
        fresh(&value, sizeof value, "__VERIFIER_nondet_" #suffix); \
        return value;                                              \
    }

void heddle_symbolic(void *object, size_t size, const char *name);
OPEN void heddle_symbolic(void *object, size_t size, const char *name) {
    fresh(object, size, name);
}
_Bool heddle_bool(const char *name);
OPEN _Bool heddle_bool(const char *name) { return fresh_bool(name); }
int heddle_range(int low, int high, const char *name);
OPEN int heddle_range(int low, int high, const char *name) { return fresh_range(low, high, name); }
NAMED(char, heddle_char)
NAMED(signed char, heddle_schar)
NAMED(unsigned char, heddle_uchar)
NAMED(short, heddle_short)
NAMED(unsigned short, heddle_ushort)
NAMED(int, heddle_int)
NAMED(unsigned, heddle_uint)
NAMED(long, heddle_long)
NAMED(unsigned long, heddle_ulong)
NAMED(long long, heddle_llong)
NAMED(unsigned long long, heddle_ullong)
NAMED(size_t, heddle_size)
NAMED(int8_t, heddle_int8)
NAMED(int16_t, heddle_int16)
NAMED(int32_t, heddle_int32)
NAMED(int64_t, heddle_int64)
NAMED(uint8_t, heddle_uint8)
NAMED(uint16_t, heddle_uint16)
NAMED(uint32_t, heddle_uint32)
NAMED(uint64_t, heddle_uint64)
NAMED(void *, heddle_pointer)
NAMED(float, heddle_float)
NAMED(double, heddle_double)

_Bool __VERIFIER_nondet_bool(void);
OPEN _Bool __VERIFIER_nondet_bool(void) { return fresh_bool("__VERIFIER_nondet_bool"); }
NONDET(char, char)
NONDET(signed char, schar)
NONDET(unsigned char, uchar)
NONDET(unsigned char, unsigned_char)
NONDET(short, short)
NONDET(unsigned short, ushort)
NONDET(unsigned short, unsigned_short)
NONDET(int, int)
NONDET(unsigned, uint)
NONDET(unsigned, unsigned)
NONDET(unsigned, unsigned_int)
NONDET(long, long)
NONDET(unsigned long, ulong)
NONDET(unsigned long, unsigned_long)
NONDET(long long, longlong)
NONDET(unsigned long long, ulonglong)
NONDET(__int128, int128)
NONDET(unsigned __int128, uint128)
NONDET(size_t, size_t)
NONDET(int8_t, s8)
NONDET(int16_t, s16)
NONDET(int32_t, s32)
NONDET(int64_t, s64)
NONDET(uint8_t, u8)
NONDET(uint16_t, u16)
NONDET(uint32_t, u32)
NONDET(uint64_t, u64)
NONDET(long long, loff_t)
NONDET(unsigned long, sector_t)
NONDET(unsigned, pthread_t)
NONDET(void *, pointer)
NONDET(char *, pchar)
NONDET(char *, charp)
NONDET(char *, const_char_pointer)
NONDET(float, float)
NONDET(double, double)
void __VERIFIER_nondet_memory(void *object, size_t size);
OPEN void __VERIFIER_nondet_memory(void *object, size_t size) {
    fresh(object, size, "__VERIFIER_nondet_memory");
}

#if !defined HEDDLE_SEQ_KLEE
void klee_make_symbolic(void *object, size_t size, const char *name);
OPEN void klee_make_symbolic(void *object, size_t size, const char *name) {
    fresh(object, size, name ? name : "unnamed");
}
NAMED(int, klee_int)
int klee_range(int begin, int end, const char *name);
OPEN int klee_range(int begin, int end, const char *name) { return fresh_range(begin, end, name); }
#endif

#endif
