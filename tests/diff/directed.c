/* Two threads with much to do: a window of one step, and a branch that few inputs take. Version 2 opens
 * the window (WINDOW), or forgets a bound (otherwise). */
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>
static pthread_mutex_t work_lock[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                       PTHREAD_MUTEX_INITIALIZER};
static int done[3];
static void work(int who, int rounds) {
    for (int k = 0; k < rounds; k++) {
        int i = (who + k) % 3;
        pthread_mutex_lock(&work_lock[i]);
        done[i] += done[i] % 7 + who + k;
        pthread_mutex_unlock(&work_lock[i]);
    }
}
#ifdef WINDOW
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int left = 3;
static void take(int many) {
    pthread_mutex_lock(&lock);
    int enough = left >= many;
#if VERSION == 2
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
#endif
    if (enough) left -= many;
    assert(left >= 0);
    pthread_mutex_unlock(&lock);
}
static void *thread(void *arg) {
    work(1, 30);
    take(2);
    work(2, 40);
    return arg;
}
#else
static void *thread(void *arg) {
    unsigned char text[8];
    int digits = 0, sum = 0, other = 0;
    heddle_symbolic(text, sizeof text, "text");
    for (int k = 0; k < 8; k++)
        if (text[k] >= '0' && text[k] <= '9')
            digits++, sum += text[k] - '0';
        else
            other++;
    work(1, 8);
#if VERSION == 2
    assert(digits != 7 || sum != 30);
#else
    assert(digits + other == 8);
#endif
    return arg;
}
#define take(many) (void)(many)
#endif
static void *rival(void *arg) {
    work(2, 50);
    take(2);
    work(1, 30);
    return arg;
}
int main(void) {
    pthread_t t, u;
    pthread_create(&t, NULL, thread, NULL);
    pthread_create(&u, NULL, rival, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
