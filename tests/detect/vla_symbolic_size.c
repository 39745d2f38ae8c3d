/* expect: memory @a "invalid" */
#include <heddle/heddle.h>
int main(void) {
    int n = heddle_int("n");
    heddle_assume(n > 0 && n < 5);
    char a[n];
    a[3] = 1; /*a*/
    return a[3] - 1;
}
