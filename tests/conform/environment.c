/* Environment variables: set, replace, remove, enumerate. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(void) {
    clearenv();
    printf("%d\n", getenv("HOME") == NULL);
    setenv("ONE", "1", 1);
    setenv("TWO", "2", 1);
    setenv("ONE", "changed", 0);
    printf("%s ", getenv("ONE"));
    setenv("ONE", "changed", 1);
    printf("%s\n", getenv("ONE"));
    char mine[] = "THREE=3";
    putenv(mine);
    mine[6] = '4';
    printf("%s\n", getenv("THREE"));
    unsetenv("TWO");
    printf("%d %d\n", getenv("TWO") == NULL, setenv("a=b", "x", 1));
    int n = 0;
    for (char **e = environ; *e; e++) n += (int)strlen(*e);
    printf("%d\n", n);
    return n;
}
