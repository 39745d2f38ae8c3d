/* expect: arithmetic @zero; arithmetic @large */
/* Inline assembly: a quotient that has no room is the error that a division by zero is. */
#include <heddle/heddle.h>
#include <stdint.h>
static uint32_t divide(uint32_t high, uint32_t low, uint32_t by) {
    uint32_t q, rest;
    __asm__("divl %4" : "=a"(q), "=d"(rest) : "0"(low), "1"(high), "rm"(by) : "cc"); /*large*/
    return q;
}
int main(void) {
    uint32_t by = (uint32_t)heddle_int("by");
    int zero = heddle_int("zero"), q, rest;
    if (by > 2) heddle_assert(divide(2, 0, by) >= 2);
    if (by == 2) return (int)divide(2, 0, by);
    heddle_assume(zero == 0 || zero == -1);
    __asm__("cltd; idivl %3" : "=a"(q), "=&d"(rest) : "0"(17), "r"(zero) : "cc"); /*zero*/
    heddle_assert(q == -17 && rest == 0);
    return 0;
}
