/* expect: safe */
/* More than four million live blocks. */
#include <stdlib.h>
int main(void) {
    void *last = 0;
    for (long k = 0; k < 4400000; k++) {
        void *p = malloc(1);
        if (!p) abort();
        last = p;
    }
    return last == 0;
}
