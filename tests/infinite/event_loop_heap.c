/* expect: safe */
/* An event loop that allocates and frees a record each round for ever. Wrong: for one kind of event the
 * record is used after it is freed. */
#include <stdlib.h>
#include "bound.h"
extern int __VERIFIER_nondet_int(void);
typedef struct {
    int kind, count;
} Event;
static int handled;
int main(void) {
    FOREVER {
        Event *e = malloc(sizeof *e);
        e->kind = __VERIFIER_nondet_int();
        e->count = 1;
        if (e->kind == 3) {
            free(e);
#ifdef WRONG
            handled = e->count;
#endif
            continue;
        }
        handled = e->count;
        free(e);
    }
    return 0;
}
