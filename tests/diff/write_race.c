/* A race of two writes of which only one is affected by the change. The condition of the other one influences
 * nothing but whether the two race, and its sides must not be left out. */
#include <heddle/heddle.h>
#include <pthread.h>
static int input, shared;
static void *unchanged(void *arg) {
    if (input & 3) shared = 2;
    return arg;
}
static void *changed(void *arg) {
    if (!(input & (VERSION == 1 ? 3 : 0))) shared = 1;
    return arg;
}
int main(void) {
    pthread_t t[2];
    input = heddle_uchar("input") & 7;
    pthread_create(&t[0], NULL, unchanged, NULL);
    pthread_create(&t[1], NULL, changed, NULL);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    return 0;
}
