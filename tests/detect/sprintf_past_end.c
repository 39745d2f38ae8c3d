/* expect: memory @a "out of bounds" */
#include <stdio.h>
int main(void) {
    char text[6];
    sprintf(text, "%d", 1234567); /*a*/
    return text[0] == '1';
}
