/* expect: assertion @found */
/* Inputs go through 16-byte atomic operations as they are. */
#include <heddle/heddle.h>
int main(void) {
    unsigned long low = (unsigned)heddle_int("low"), high = (unsigned)heddle_int("high");
    unsigned __int128 value = low, wanted = (unsigned __int128)high << 64 | 7, expected = 40;
    if (__atomic_compare_exchange_n(&value, &expected, wanted, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
        heddle_assert(low == 40);
        unsigned __int128 old = __atomic_fetch_add(&value, (unsigned __int128)2 << 64, __ATOMIC_SEQ_CST);
        heddle_assert((unsigned long)old == 7);
        heddle_assert((unsigned long)(value >> 64) != 0x5002); /*found*/
    } else {
        heddle_assert(low != 40 && (unsigned long)expected == low);
    }
    return 0;
}
