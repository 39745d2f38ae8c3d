/*
 * atomic.c — atomic operations of any size, which compilers make calls of a library. Sizes that the
 * machine has become its operations. The others are sections in which no other thread runs, as the
 * library's are under its locks.
 */
#include "runtime.h"

/* Declared with assembler names: compilers have built-in functions of the library's names. */
void atomic_load(__heddle_size size, const void *from, void *to,
                 int order) __asm__("__atomic_load");
void atomic_store(__heddle_size size, void *to, const void *from,
                  int order) __asm__("__atomic_store");
void atomic_exchange(__heddle_size size, void *at, const void *from, void *old,
                     int order) __asm__("__atomic_exchange");
_Bool atomic_compare_exchange(__heddle_size size, void *at, void *expected, const void *wanted,
                              int success, int failure) __asm__("__atomic_compare_exchange");
_Bool atomic_is_lock_free(__heddle_size size, const void *at) __asm__("__atomic_is_lock_free");

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long u64;
typedef unsigned __int128 u128;
/* `DO(type)` for the sizes that the machine has. Operands other than the atomic object may be less
 * aligned. */
#define BY_SIZE(DO)  \
    case 1: DO(u8);  \
    case 2: DO(u16); \
    case 4: DO(u32); \
    case 8: DO(u64); \
    case 16: DO(u128)

PUBLIC void atomic_load(__heddle_size size, const void *from, void *to, int order) {
    switch (size) {
#define LOAD(type)                                                          \
    {                                                                       \
        type value = __atomic_load_n((const type *)from, __ATOMIC_SEQ_CST); \
        __builtin_memcpy(to, &value, sizeof value);                         \
        return;                                                             \
    }
        BY_SIZE(LOAD)
    default:
        __heddle_atomic_begin();
        __builtin_memcpy(to, from, size);
        __heddle_atomic_end();
    }
}

PUBLIC void atomic_store(__heddle_size size, void *to, const void *from, int order) {
    switch (size) {
#define STORE(type)                                            \
    {                                                          \
        type value;                                            \
        __builtin_memcpy(&value, from, sizeof value);          \
        __atomic_store_n((type *)to, value, __ATOMIC_SEQ_CST); \
        return;                                                \
    }
        BY_SIZE(STORE)
    default:
        __heddle_atomic_begin();
        __builtin_memcpy(to, from, size);
        __heddle_atomic_end();
    }
}

PUBLIC void atomic_exchange(__heddle_size size, void *at, const void *from, void *old, int order) {
    switch (size) {
#define EXCHANGE(type)                                                    \
    {                                                                     \
        type value;                                                       \
        __builtin_memcpy(&value, from, sizeof value);                     \
        value = __atomic_exchange_n((type *)at, value, __ATOMIC_SEQ_CST); \
        __builtin_memcpy(old, &value, sizeof value);                      \
        return;                                                           \
    }
        BY_SIZE(EXCHANGE)
    default:
        __heddle_atomic_begin();
        for (__heddle_size k = 0; k < size; k++) { /* `old` may be `from` */
            u8 value = ((const u8 *)from)[k];
            ((u8 *)old)[k] = ((u8 *)at)[k];
            ((u8 *)at)[k] = value;
        }
        __heddle_atomic_end();
    }
}

PUBLIC _Bool atomic_compare_exchange(__heddle_size size, void *at, void *expected,
                                     const void *wanted, int success, int failure) {
    switch (size) {
#define COMPARE_EXCHANGE(type)                                                                  \
    {                                                                                           \
        type seen, value;                                                                       \
        __builtin_memcpy(&seen, expected, sizeof seen);                                         \
        __builtin_memcpy(&value, wanted, sizeof value);                                         \
        _Bool done = __atomic_compare_exchange_n((type *)at, &seen, value, 0, __ATOMIC_SEQ_CST, \
                                                 __ATOMIC_SEQ_CST);                             \
        if (!done) __builtin_memcpy(expected, &seen, sizeof seen);                              \
        return done;                                                                            \
    }
        BY_SIZE(COMPARE_EXCHANGE)
    default: break;
    }
    u8 differs = 0;
    __heddle_atomic_begin();
    for (__heddle_size k = 0; k < size; k++) differs |= ((u8 *)at)[k] ^ ((u8 *)expected)[k];
    if (differs)
        __builtin_memcpy(expected, at, size);
    else
        __builtin_memcpy(at, wanted, size);
    __heddle_atomic_end();
    return !differs;
}

PUBLIC _Bool atomic_is_lock_free(__heddle_size size, const void *at) {
    return size == 1 || size == 2 || size == 4 || size == 8 || size == 16;
}
