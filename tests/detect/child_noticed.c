/* expect: incomplete */
/* incomplete: `fork` makes another process, and there is only one (--programs=refused: it fails) */
/* incomplete: `vfork` makes another process, and there is only one (--programs=refused: it fails) */
/* Children whose doings others notice: what they write, also to their parent's memory, files that they
 * make, their statuses, or that they go on like the parent. */
#include <fcntl.h>
#include <heddle/heddle.h>
#include <stdio.h>
#include <string.h>
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
static char lent[8];
static pid_t writes_for_parent(void) {
    if ((child = vfork()) == 0) {
        lent[0] = 1;
        _exit(0);
    }
    return child;
}
static pid_t copies_for_parent(void) {
    if ((child = vfork()) == 0) {
        strcpy(lent, "child");
        _exit(0);
    }
    return child;
}
static pid_t makes_file(void) {
    if ((child = fork()) == 0) {
        int fd = open("made", O_CREAT | O_WRONLY, 0600);
        dup2(fd, 1);
        execl("/absent", "absent", NULL);
        _exit(1);
    }
    return child;
}
static pid_t makes_shared_memory(void) {
    if ((child = fork()) == 0) {
        open("/dev/shm/made", O_CREAT | O_RDWR, 0600);
        _exit(0);
    }
    return child;
}
static pid_t copies_from_heap(void) {
    if ((child = vfork()) == 0) {
        static char *kept;
        kept = strdup("x");
        _exit(0);
    }
    return child;
}
static pid_t changes_pipe(void) {
    if ((child = fork()) == 0) {
        fcntl(ends[0], F_SETFL, O_NONBLOCK);
        _exit(0);
    }
    return child;
}
static pid_t tells(void) {
    if ((child = fork()) == 0) _exit((int)asked + 1);
    return child;
}
static pid_t tells_by_place(void) {
    if ((child = fork()) == 0) {
        if (asked) _exit(1);
        _exit(0);
    }
    return child;
}
static pid_t is_overwritten(void) {
    if ((child = fork()) == 0) {
        memset(&child, 1, sizeof child);
        if (child == 0) _exit(0);
        write(ends[1], "x", 1);
        _exit(0);
    }
    return child;
}
int main(void) {
    static pid_t (*const all[])(void) = {talks,
                                         goes_on,
                                         looked_at_later,
                                         exits_with_output,
                                         writes_for_parent,
                                         copies_for_parent,
                                         makes_file,
                                         changes_pipe,
                                         tells,
                                         tells_by_place,
                                         is_overwritten,
                                         makes_shared_memory,
                                         copies_from_heap};
    unsigned which = heddle_range(0, 13, "which");
    asked = heddle_range(0, 2, "asked");
    pipe(ends);
    all[which]();
    heddle_assert(0); /* no call returns */
}
