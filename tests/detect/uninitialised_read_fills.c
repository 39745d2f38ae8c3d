/* expect: uninitialised @r "variable `buffer` of `main`" */
/* options: --checks=uninitialised */
/* A read that returns fewer bytes fills only these. */
#include <stdio.h>
#include <unistd.h>

int main(void) {
    char buffer[16];
    int ends[2], n = 0;
    if (pipe(ends) || write(ends[1], "hello", 5) != 5) return 1;
    long got = read(ends[0], buffer, sizeof buffer);
    for (int i = 0; i < got; i++) n += buffer[i] == 'l';
    if (n != 2) return 2;
    if (buffer[got]) puts("more"); /*r*/
    return 0;
}
