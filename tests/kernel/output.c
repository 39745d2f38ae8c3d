/* Three threads write a line each. */
#include <pthread.h>
#include <unistd.h>
static void *work(void *arg) {
    write(1, arg, 2);
    return 0;
}
int main(void) {
    pthread_t t[3];
    static char lines[3][2] = {"1\n", "2\n", "3\n"};
    for (int k = 0; k < 3; k++) pthread_create(&t[k], 0, work, lines[k]);
    for (int k = 0; k < 3; k++) pthread_join(t[k], 0);
}
