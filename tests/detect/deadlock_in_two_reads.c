/* expect: deadlock @first "read from a pipe"; deadlock @second "read from a pipe" */
/* Two calls that wait at one place of the library are two deadlocks. */
#include <heddle/heddle.h>
#include <unistd.h>
int main(void) {
    int p[2];
    char c;
    if (pipe(p)) return 1;
    if (heddle_int("x") > 3)
        return (int)read(p[0], &c, 1); /*first*/
    else
        return (int)read(p[0], &c, 1) + 1; /*second*/
}
