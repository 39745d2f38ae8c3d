/* expect: safe */
/* options: --interleave=memory */
/* Two threads flip a plain flag for ever, without any order. Wrong: a step that stores without looking lets
 * the flag run to two. */
#include <pthread.h>
#include "bound.h"
extern void reach_error(void);
int flag;
void *flip(void *arg) {
    FOREVER {
#ifdef WRONG
        if (flag < 1)
            flag = flag + 1;
        else
            flag = 0;
#else
        flag = !flag;
#endif
        int seen = flag;
        if (seen != 0 && seen != 1) reach_error();
    }
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, flip, 0);
    flip(0);
    return 0;
}
