/* expect: memory @a "out of bounds" */
#include <heddle/heddle.h>
int main(void) {
    int a[10] = {0};
    int i = heddle_int("i");
    if (i < 0) return 1;
    if (i > 10) return 2;
    return a[i]; /*a*/
}
