/* expect: abort @a "abort called" */
#include <stdlib.h>
int main(void) { abort(); /*a*/ }
