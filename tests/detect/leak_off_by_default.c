/* expect: safe */
#include <stdlib.h>
int main(void) { return malloc(8) == NULL; }
