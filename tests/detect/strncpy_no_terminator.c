/* expect: memory @b "invalid read" */
#include <string.h>
int main(void) {
    char a[4];
    strncpy(a, "abcd", 4);
    return (int)strlen(a); /*b*/
}
