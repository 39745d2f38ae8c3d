/* expect: incomplete */
/* incomplete: `fork` makes another process, and there is only one (--programs=refused: it fails) */
/* Children whose doings others notice: what they write, or that they go on like the parent. */
#include <heddle/heddle.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>
static int ends[2], asked;
static pid_t child;
static pid_t talks(void) {
    if ((child = fork()) == 0) {
        write(ends[1], "x", 1);
        execl("/absent", "absent", NULL);
        _exit(1);
    }
    return child;
}
static pid_t goes_on(void) {
    child = fork();
    if (child == 0 && asked) _exit(0);
    return child;
}
static pid_t looked_at_later(void) {
    child = fork();
    child += asked;
    if (!child) _exit(0);
    return child;
}
static pid_t exits_with_output(void) {
    child = fork();
    if (child == 0) {
        puts("child");
        _exit(0);
    }
    return child;
}
int main(void) {
    static pid_t (*const all[])(void) = {talks, goes_on, looked_at_later, exits_with_output};
    unsigned which = heddle_range(0, 4, "which");
    asked = heddle_range(0, 2, "asked");
    pipe(ends);
    all[which]();
    heddle_assert(0); /* no call returns */
}
