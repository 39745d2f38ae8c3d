/* expect: safe */
#include <heddle/heddle.h>
#include <stdlib.h>
static const int sorted[] = {2, 3, 5, 7, 11, 13};
static int compare(const void *a, const void *b) {
    return (*(const int *)a > *(const int *)b) - (*(const int *)a < *(const int *)b);
}
int main(void) {
    int key = heddle_int("key");
    int *at = bsearch(&key, sorted, 6, sizeof(int), compare);
    heddle_assert((at != NULL) == (key == 2 || key == 3 || key == 5 || key == 7 || key == 11 || key == 13));
    return 0;
}
