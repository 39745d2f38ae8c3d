/* expect: safe */
/* options: --checks=none,assertion */
/* assumption: an invalid write at */
/* What is written where nothing is, is dropped; and a value from there is the same on the whole path. */
#include <assert.h>
#include <heddle/heddle.h>
static int table[4] = {1, 2, 3, 4}, *nowhere;
int main(void) {
    unsigned at = heddle_uint("at");
    table[at] = 9;
    int seen = table[at];
    if (at < 4) assert(seen == 9);
    *nowhere = 5;
    int first = *nowhere, twice = first;
    assert(first == twice);
    for (int k = 0; k < 4; k++) assert(table[k] == k + 1 || table[k] == 9);
    return 0;
}
