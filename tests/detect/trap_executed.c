/* expect: abort @a "trap" */
#include <heddle/heddle.h>
int main(void) {
    if (heddle_int("n") == 77) __builtin_trap(); /*a*/
    return 0;
}
