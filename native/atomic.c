/*
 * atomic.c — libatomic for programs that run natively: operations of sizes for which the machine
 * has no instruction, and of 16 bytes where the program was not compiled for the one that there is.
 * In the engine, runtime/atomic.c alone is there.
 */
#define __heddle_atomic_begin heddle_native_lock
#define __heddle_atomic_end heddle_native_unlock
#include "../runtime/atomic.c"
#include <sched.h>

static char locked;

void heddle_native_lock(void) {
    while (__atomic_test_and_set(&locked, __ATOMIC_ACQUIRE)) sched_yield();
}

void heddle_native_unlock(void) { __atomic_clear(&locked, __ATOMIC_RELEASE); }

u128 load_16(const u128 *from, int order) __asm__("__atomic_load_16");
void store_16(u128 *to, u128 value, int order) __asm__("__atomic_store_16");
u128 exchange_16(u128 *at, u128 value, int order) __asm__("__atomic_exchange_16");
_Bool compare_exchange_16(u128 *at, u128 *expected, u128 wanted, int success,
                          int failure) __asm__("__atomic_compare_exchange_16");

u128 load_16(const u128 *from, int order) {
    u128 value;
    atomic_load(sizeof value, from, &value, order);
    return value;
}

void store_16(u128 *to, u128 value, int order) { atomic_store(sizeof value, to, &value, order); }

u128 exchange_16(u128 *at, u128 value, int order) {
    u128 old;
    atomic_exchange(sizeof value, at, &value, &old, order);
    return old;
}

_Bool compare_exchange_16(u128 *at, u128 *expected, u128 wanted, int success, int failure) {
    return atomic_compare_exchange(sizeof wanted, at, expected, &wanted, success, failure);
}

/* `fetch_NAME` gives the old value, and leaves `result` there. */
#define FETCH(name, result)                                                                \
    u128 fetch_##name(u128 *at, u128 x, int order) __asm__("__atomic_fetch_" #name "_16"); \
    u128 fetch_##name(u128 *at, u128 x, int order) {                                       \
        u128 old = load_16(at, order);                                                     \
        while (!compare_exchange_16(at, &old, (result), order, order)) {}                  \
        return old;                                                                        \
    }
FETCH(add, old + x)
FETCH(sub, old - x)
FETCH(and, old &x)
FETCH(or, old | x)
FETCH(xor, old ^ x)
FETCH(nand, ~(old &x))
