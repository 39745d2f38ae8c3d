/* Two texts of up to 8 characters. */
#include <heddle/heddle.h>
#include <string.h>
int main(void) {
    char a[9], b[9];
    heddle_symbolic(a, 8, "a");
    heddle_symbolic(b, 8, "b");
    a[8] = b[8] = 0;
    int c = strcmp(a, b), d = strcmp(b, a);
    heddle_assert((c < 0) == (d > 0));
    return 0;
}
