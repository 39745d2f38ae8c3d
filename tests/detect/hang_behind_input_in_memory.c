/* expect: hang @a "loops for ever" */
/* x stays 1 if it begins as 1. That its values were expressions in the first rounds must not keep the loop
 * from being seen. */
#include <heddle/heddle.h>
#include <pthread.h>
static int x;
static void *doubles(void *arg) {
    for (x = heddle_uchar("x") & 3; x > 0; x = x - 1) {
        x = x * 2; /*a*/
    }
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, doubles, NULL);
    pthread_join(t, NULL);
    return 0;
}
