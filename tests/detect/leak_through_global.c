/* expect: leak @a "" */
/* options: --checks=leak */
/* Reachable, yet never freed: told, too. */
#include <stdlib.h>
static char *kept;
int main(void) {
    kept = malloc(3); /*a*/
    return kept == NULL;
}
