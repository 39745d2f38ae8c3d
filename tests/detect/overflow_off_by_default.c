/* expect: safe */
#include <heddle/heddle.h>
int main(void) {
    int x = heddle_int("x");
    return x + 1 == 7;
}
