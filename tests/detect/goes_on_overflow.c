/* expect: arithmetic @a "addition"; assertion @b */
/* options: --checks=overflow */
/* assumption: behind a signed overflow: the result wraps around */
#include <assert.h>
#include <heddle/heddle.h>
#include <limits.h>
int main(void) {
    int x = heddle_int("x");
    int y = x + 1;                          /*a*/
    if (x == INT_MAX) assert(y != INT_MIN); /*b*/
    return 0;
}
