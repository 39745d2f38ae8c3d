/* expect: memory @a "use after free" */
#include <stdlib.h>
struct list {
    struct list *next;
    int value;
};
int main(void) {
    struct list *head = NULL;
    for (int i = 0; i < 3; i++) {
        struct list *n = malloc(sizeof *n);
        n->next = head;
        n->value = i;
        head = n;
    }
    for (struct list *n = head; n; n = n->next) { /*a*/
        free(n);
    }
    return 0;
}
