/* main without parameters that falls off its end returns zero. */
#include <stdio.h>

int main() {
    puts("fell off the end");
}
