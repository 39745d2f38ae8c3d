/* expect: safe */
/* An array that is counted from 100 on, beside others: its address is computed from one that lies elsewhere.
 */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int before[64];
int rows[8] = {7, 7, 7, 7, 7, 7, 7, 7};

static int from_100(const int *row, unsigned k) { return row[k - 100]; }

int main(void) {
    unsigned k = __VERIFIER_nondet_uint();
    if (k < 100 || k >= 108) return 0;
    const int *shifted = rows - 32;
    assert(from_100(rows, k) == 7);
    assert(shifted[k - 68] == 7);
    return before[0];
}
