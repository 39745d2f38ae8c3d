/* expect: safe */
/* options: --interleave=memory */
/* A circular buffer of characters; the receiver checks that the characters come in order. Wrong: an index
 * wraps one too late. */
#include <pthread.h>
extern void reach_error(void);
#define SIZE 2
#define N 3
static char buffer[SIZE];
static unsigned int first, next, count;
static int errors;
pthread_mutex_t m;
static int remove_log(void) {
    if (count == 0) return -1;
    int c = buffer[first];
    first++;
#ifdef WRONG
    if (first > SIZE) first = 0;
#else
    if (first == SIZE) first = 0;
#endif
    count--;
    return c;
}
static int insert_log(char b) {
    if (count == SIZE) return -1;
    buffer[next] = b;
    next = (next + 1) % SIZE;
    count++;
    return 0;
}
void *sender(void *arg) {
    for (char value = 0; value < N;) {
        pthread_mutex_lock(&m);
        if (insert_log(value) == 0)
            value++;
        else
            errors++;
        pthread_mutex_unlock(&m);
        if (errors > 1) break;
    }
    return NULL;
}
void *receiver(void *arg) {
    int expected = 0;
    for (int i = 0; i < N; i++) {
        pthread_mutex_lock(&m);
        int c = remove_log();
        if (c >= 0 && c != expected++) reach_error();
        pthread_mutex_unlock(&m);
    }
    return NULL;
}
int main(void) {
    pthread_t t1, t2;
    pthread_mutex_init(&m, 0);
    pthread_create(&t1, 0, sender, 0);
    pthread_create(&t2, 0, receiver, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    return 0;
}
