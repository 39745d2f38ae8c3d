/* native: clang */
/* Atomic operations on 16 bytes. */
#include <stdint.h>
#include <stdio.h>

__attribute__((target("cx16"))) int main(void) {
    unsigned __int128 x = 5, expected = 6;
    int done = __sync_bool_compare_and_swap(&x, (unsigned __int128)5, (unsigned __int128)1 << 100 | 9);
    printf("%d %llx %llx\n", done, (long long)(x >> 64), (long long)x);
    unsigned __int128 old = __sync_val_compare_and_swap(&x, (unsigned __int128)5, (unsigned __int128)7);
    printf("%llx %llx\n", (long long)(old >> 64), (long long)old);
    done = __atomic_compare_exchange_n(&x, &expected, 3, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    printf("%d %llx %llx\n", done, (long long)(expected >> 64), (long long)expected);
    done = __atomic_compare_exchange_n(&x, &expected, ~(unsigned __int128)0, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    old = __atomic_fetch_add(&x, (unsigned __int128)2, __ATOMIC_SEQ_CST);
    printf("%d %llx %llx %llx\n", done, (long long)(x >> 64), (long long)x, (long long)(old >> 64));
    old = __atomic_exchange_n(&x, (unsigned __int128)1 << 64, __ATOMIC_SEQ_CST);
    __atomic_sub_fetch(&x, 1, __ATOMIC_SEQ_CST);
    __atomic_or_fetch(&x, (unsigned __int128)3 << 70, __ATOMIC_SEQ_CST);
    old = __atomic_load_n(&x, __ATOMIC_SEQ_CST);
    printf("%llx %llx\n", (long long)(old >> 64), (long long)old);
    __atomic_store_n(&x, 12, __ATOMIC_RELEASE);
    printf("%llx\n", (long long)x);
    return 0;
}
