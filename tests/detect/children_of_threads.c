/* expect: assertion @lost */
/* assumption: no other program can be started: `fork` makes a child that starts none and ends with status 7 */
/* Two threads start a program each and wait for any child: one may get the other's. */
#include <heddle/heddle.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>
static void *start(void *unused) {
    int status = 0;
    char *words[] = {"program", NULL};
    pid_t child = fork();
    if (child == 0) {
        execv("/absent", words);
        _exit(7);
    }
    pid_t ended = wait(&status);
    heddle_assert(ended > 0 && WEXITSTATUS(status) == 7);
    heddle_assert(ended == child); /*lost*/
    return unused;
}
int main(void) {
    pthread_t other;
    pthread_create(&other, NULL, start, NULL);
    start(NULL);
    pthread_join(other, NULL);
    heddle_assert(wait(NULL) == -1);
    return 0;
}
