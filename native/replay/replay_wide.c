/*
 * replay_wide.c — atomic operations on 16 bytes, which compilers leave to a library. The threads
 * run one at a time, so plain code is indivisible.
 */
#include <stdbool.h>

typedef unsigned __int128 Wide;

Wide wide_load(const volatile Wide *p, int order) __asm__("__atomic_load_16");
void wide_store(volatile Wide *p, Wide value, int order) __asm__("__atomic_store_16");
Wide wide_exchange(volatile Wide *p, Wide value, int order) __asm__("__atomic_exchange_16");
bool wide_compare_exchange(volatile Wide *p, Wide *expected, Wide value, int success,
                           int failure) __asm__("__atomic_compare_exchange_16");

Wide wide_load(const volatile Wide *p, int order) { return (void)order, *p; }
void wide_store(volatile Wide *p, Wide value, int order) { (void)order, *p = value; }
Wide wide_exchange(volatile Wide *p, Wide value, int order) {
    Wide old = *p;
    (void)order;
    *p = value;
    return old;
}
bool wide_compare_exchange(volatile Wide *p, Wide *expected, Wide value, int success, int failure) {
    Wide old = *p;
    (void)success, (void)failure;
    if (old == *expected) {
        *p = value;
        return true;
    }
    *expected = old;
    return false;
}

#define FETCH(name, operator)                                                 \
    Wide wide_fetch_##name(volatile Wide *p, Wide value,                      \
                           int order) __asm__("__atomic_fetch_" #name "_16"); \
    Wide wide_fetch_##name(volatile Wide *p, Wide value, int order) {         \
        Wide old = *p;                                                        \
        (void)order;                                                          \
        *p = old operator value;                                              \
        return old;                                                           \
    }
FETCH(add, +)
FETCH(sub, -)
FETCH(and, &)
FETCH(or, |)
FETCH(xor, ^)
