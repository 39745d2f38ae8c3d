/* One instruction of this loop, a store at any place of a table, takes as long as a million others, and there
 * is no visible operation in it. */
#include <heddle/heddle.h>
static unsigned table[2048];

int main(void) {
    unsigned char c[6];
    heddle_symbolic(c, sizeof c, "c");
    unsigned hash = 0;
    for (int k = 0; k < 100000; k++) {
        table[(hash * 31u + c[k % 6] * 7u) % 2048] += hash ^ c[(k + 1) % 6];
        hash = hash * 33u + table[(hash * 5u + c[k % 5]) % 2048];
    }
    heddle_assert(hash != 12345);
    return 0;
}
