/* expect: memory @a "out of bounds" */
#include <string.h>
int main(void) {
    char name[8];
    strcpy(name, "eight ch"); /*a*/
    return name[0] == 'e';
}
