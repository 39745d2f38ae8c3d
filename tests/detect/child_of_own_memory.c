/* expect: safe */
/* assumption: no other program can be started: `fork` makes a child that starts none and ends with status 3 */
/* A child stores to its own copy of the memory, and handlers of pthread_atfork run in the parent. */
#include <fcntl.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
static int order;
static void first(void) { order = order * 10 + 1; }
static void second(void) { order = order * 10 + 2; }
static void third(void) { order = order * 10 + 3; }
static void fourth(void) { order = order * 10 + 4; }
int main(void) {
    char *p = calloc(1, 8);
    int status;
    pthread_atfork(second, third, NULL);
    pthread_atfork(first, fourth, NULL);
    pid_t child = fork();
    if (child == 0) {
        int fd = open("/dev/null", O_WRONLY | O_CREAT, 0600);
        if (fd < 0 || fcntl(fd, F_SETFD, 0) < 0) _exit(1);
        strcpy(p, "child");
        order = 5;
        execl("/absent", "absent", NULL);
        _exit(3);
    }
    heddle_assert(waitpid(child, &status, 0) == child && WEXITSTATUS(status) == 3);
    heddle_assert(!*p && order == 1234);
    free(p);
    child = vfork();
    if (child == 0) _exit(3);
    heddle_assert(waitpid(child, &status, 0) == child && order == 1234);
    return 0;
}
