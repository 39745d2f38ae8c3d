/* expect: safe */
/* exit: 3 */
#include <errno.h>
#include <stdlib.h>
int main(void) {
    char *p = malloc((size_t)-1);
    if (!p) return errno == ENOMEM ? 3 : 1;
    return 0;
}
