/* expect: memory @a "invalid read" */
#include <string.h>
static char raw[4] = {'a', 'b', 'c', 'd'};
int main(void) { return (int)strlen(raw); /*a*/ }
