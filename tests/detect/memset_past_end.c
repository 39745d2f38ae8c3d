/* expect: memory @a "invalid write" */
#include <stdlib.h>
#include <string.h>
struct node {
    struct node *next;
    char text[12];
};
int main(void) {
    struct node *n = malloc(sizeof(struct node *));
    memset(n, 0, sizeof *n); /*a*/
    free(n);
    return 0;
}
