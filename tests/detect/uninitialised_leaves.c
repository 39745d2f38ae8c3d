/* expect: uninitialised @w1 "leaves by a system call"; uninitialised @w2 "variable `x` of `print`"; uninitialised @w3 "variable `out` of `to_pipe`"; uninitialised @w4 "heap block of 8 bytes"; uninitialised @w5 "variable `status` of `main`" */
/* What was never written leaves the program: by output, a pipe, a socket, the exit status. */
#include <heddle/heddle.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

void to_output(void) {
    char *text = malloc(8);
    memcpy(text, "abc", 3);
    write(1, text, 3);
    write(1, text, 4); /*w1*/
    free(text);
}

void print(int c) {
    int x;
    if (c) x = 1;
    printf("%d\n", x); /*w2*/
}

void to_pipe(void) {
    char out[8], in[8];
    int ends[2];
    out[0] = out[1] = 1;
    pipe(ends);
    write(ends[1], out, 2);
    if (read(ends[0], in, 8) != 2 || in[1] != 1) abort();
    write(ends[1], out, 3); /*w3*/
}

void to_socket(void) {
    int ends[2];
    char *p = malloc(8);
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends)) abort();
    p[0] = 1;
    send(ends[0], p, 8, 0); /*w4*/
}

int main(void) {
    int c = heddle_int("case"), status;
    switch (c) {
    case 1: to_output(); break;
    case 2: print(0); break;
    case 3: to_pipe(); break;
    case 4: to_socket(); break;
    case 5: exit(status); /*w5*/
    }
    return 0;
}
