/* expect: safe */
/* options: --programs=refused */
/* assumption: no other program can be started: `system` fails with EAGAIN */
/* No process can be made. */
#include <errno.h>
#include <heddle/heddle.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int main(void) {
    pid_t none;
    char *words[] = {"program", NULL};
    pid_t child = fork();
    if (child == 0) {
        execv("/absent", words);
        _exit(1);
    }
    heddle_assert(child == -1 && errno == EAGAIN);
    if ((child = fork()) == 0) puts("child");
    heddle_assert(child == -1 && errno == EAGAIN);
    errno = 0;
    heddle_assert(system("true") == -1 && errno == EAGAIN);
    heddle_assert(!popen("true", "r"));
    heddle_assert(posix_spawnp(&none, "true", NULL, NULL, words, NULL) == EAGAIN);
    return 0;
}
