/* k: 1 */
/* main ends the process, as the one that writes: deep in calls, and with a variable of its own. */
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdlib.h>
static int x, *shown;
static _Thread_local int own = 1;
static void *reader(void *unused) {
    heddle_assert(own == 1);
    heddle_assert(!shown || x != 1);
    return unused;
}
static void end(int local) {
    shown = &local;
    x = local;
    x = 5;
    exit(0);
}
int main(void) {
    pthread_t t;
    own = 3;
    shown = &x;
    pthread_create(&t, NULL, reader, NULL);
    own++;
    heddle_assert(own == 4);
    end(own - 3);
}
