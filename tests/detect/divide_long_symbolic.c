/* expect: arithmetic @a "division by zero" */
/* The overflow in the same place is the same finding. */
#include <heddle/heddle.h>
int main(void) {
    long a = heddle_long("a"), b = heddle_long("b");
    return a / b == 3; /*a*/
}
