/* expect: safe */
/* options: --checks=leak */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
    char *s = strdup("leaf");
    printf("%s\n", s);
    free(s);
    return 0;
}
