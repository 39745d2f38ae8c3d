/* expect: arithmetic @a "" */
#include <limits.h>
static int low = INT_MIN, minus = -1;
int main(void) { return low % minus; /*a*/ }
