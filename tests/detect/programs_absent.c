/* expect: safe */
/* assumption: no other program can be started: `system` finds no shell: status 127 */
/* assumption: no other program can be started: `popen` fails with ENOENT */
/* No program is there, a shell no more than others. */
#include <errno.h>
#include <heddle/heddle.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
int main(void) {
    heddle_assert(!system(NULL));
    int status = system("true");
    heddle_assert(WIFEXITED(status) && WEXITSTATUS(status) == 127);
    heddle_assert(!popen("true", "r") && errno == ENOENT);
    return 0;
}
