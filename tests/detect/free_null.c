/* expect: safe */
#include <stdlib.h>
int main(void) {
    free(NULL);
    return 0;
}
