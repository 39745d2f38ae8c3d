/* Atomic builtins in one thread: results and memory effects. */
#include <stdio.h>
#include <stdint.h>

int main(void) {
    int v = 10, expected = 0, r;
#define SHOW(call) (r = (call), printf("%d %d\n", r, v))
    SHOW(__sync_fetch_and_add(&v, 5));
    SHOW(__sync_add_and_fetch(&v, 1));
    SHOW(__sync_bool_compare_and_swap(&v, 16, 100));
    SHOW(__sync_val_compare_and_swap(&v, 5, 6));
    SHOW(__atomic_exchange_n(&v, 3, __ATOMIC_SEQ_CST));
    SHOW(__atomic_load_n(&v, __ATOMIC_ACQUIRE));
    SHOW(__atomic_fetch_or(&v, 8, __ATOMIC_RELAXED));
    SHOW(__atomic_fetch_and(&v, 9, __ATOMIC_RELAXED));
    SHOW(__atomic_fetch_xor(&v, 1, __ATOMIC_RELAXED));
    SHOW(__atomic_fetch_nand(&v, 8, __ATOMIC_RELAXED));
    SHOW(__atomic_compare_exchange_n(&v, &expected, 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED));
    printf("%d\n", expected);
    uint8_t b = 250;
    uint16_t s = 1;
    uint64_t l = 1ull << 40;
    __atomic_add_fetch(&b, 10, __ATOMIC_SEQ_CST);
    __atomic_sub_fetch(&s, 2, __ATOMIC_SEQ_CST);
    __atomic_fetch_sub(&l, 1, __ATOMIC_SEQ_CST);
    printf("%u %u %llu\n", b, s, (unsigned long long)l);
    static int lock;
    r = __sync_lock_test_and_set(&lock, 1);
    printf("%d %d", r, lock);
    __sync_lock_release(&lock);
    __sync_synchronize();
    printf(" %d\n", lock);
    return v & 0xff;
}
