/* expect: arithmetic @a "division by zero" */
#include <heddle/heddle.h>
int main(void) {
    unsigned n = heddle_uint("n");
    return 100 % (n - 7) == 3; /*a*/
}
