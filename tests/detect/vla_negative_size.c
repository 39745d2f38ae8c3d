/* expect: memory @a "stack overflow" */
#include <heddle/heddle.h>
int main(void) {
    int n = -3;
    char a[n]; /*a*/
    a[0] = 1;
    return a[0];
}
