/* expect: assertion @a "balance >= 0" */
#include <heddle/heddle.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int balance = 100;
static void *withdraw(void *arg) {
    int amount = *(int *)arg, enough;
    pthread_mutex_lock(&m);
    enough = balance >= amount;
    pthread_mutex_unlock(&m);
    if (!enough) return NULL;
    pthread_mutex_lock(&m);
    balance -= amount;
    heddle_assert(balance >= 0); /*a*/
    pthread_mutex_unlock(&m);
    return NULL;
}
int main(void) {
    pthread_t t;
    int a = heddle_int("a"), b = heddle_int("b");
    heddle_assume(a > 0 && b > 0 && a <= 60 && b <= 60);
    pthread_create(&t, NULL, withdraw, &a);
    withdraw(&b);
    pthread_join(t, NULL);
    return 0;
}
