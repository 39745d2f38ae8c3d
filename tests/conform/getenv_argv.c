/* The argument vector of main: count, terminator, contents. */
#include <stdio.h>
#include <string.h>

int main(int argc, char *argv[], char *envp[]) {
    printf("%d %d %d\n", argc, argv[argc] == NULL, argv[0] != NULL && strlen(argv[0]) > 0);
    int n = 0;
    while (envp[n]) n++;
    printf("%d\n", n >= 0);
    return argc;
}
