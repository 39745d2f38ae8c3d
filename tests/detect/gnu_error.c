/* expect: safe */
/* exit: 3 */
/* output: out prog: a 1: No such file or directory prog:f.c:12: c: Invalid argument prog: d prog:f.c:1: e prog:f.c:2: g mine> h mine> f.c:3: i 7 mine> end */
/* Messages have the form of glibc's, and a status ends the process. */
#define _GNU_SOURCE
#include <errno.h>
#include <error.h>
#include <stdio.h>
#include <unistd.h>

static void name(void) { fprintf(stderr, "mine> "); }
int main(void) {
    dup2(1, 2);
    program_invocation_name = "prog";
    printf("out\n");
    error(0, ENOENT, "a %d", 1);
    error_at_line(0, EINVAL, "f.c", 12, "c");
    error_at_line(0, 0, NULL, 12, "d");
    error_one_per_line = 1;
    error_at_line(0, 0, "f.c", 1, "e");
    error_at_line(0, 0, "f.c", 1, "f");
    error_at_line(0, 0, "f.c", 2, "g");
    error_print_progname = name;
    error(0, 0, "h");
    error_at_line(0, 0, "f.c", 3, "i");
    fprintf(stderr, "%u\n", error_message_count);
    error(3, 0, "end");
}
