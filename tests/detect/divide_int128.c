/* expect: arithmetic @a "division by zero" */
#include <heddle/heddle.h>
int main(void) {
    unsigned __int128 a = heddle_ulong("a"), b = heddle_ulong("b");
    heddle_assume(b < 3);
    return (a << 64) / b == 5; /*a*/
}
