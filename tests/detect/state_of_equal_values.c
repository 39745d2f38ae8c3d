/* expect: assertion @bug */
/* Two paths come to states that are equal but for what they assume about the input: the second one is not
 * known by the first. */
#include <heddle/heddle.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int value;
static volatile int sink;

static void turn(void) {
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
}

static void *other(void *arg) {
    turn();
    return arg;
}

int main(void) {
    pthread_t t;
    value = heddle_int("value");
    pthread_create(&t, NULL, other, NULL);
    if (value > 5) sink = 1;
    sink = 0;
    turn();
    turn();
    heddle_assert(value <= 1000); /*bug*/
    pthread_join(t, NULL);
    return 0;
}
