/* expect: assertion @a "sum != 7" */
#include <heddle/heddle.h>
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }
static int (*table[3])(int, int) = {add, sub, mul};
int main(void) {
    unsigned i = heddle_uint("i");
    heddle_assume(i < 3);
    int sum = table[i](9, 2);
    heddle_assert(sum != 7); /*a*/
    return 0;
}
