/* Output order with different buffering, puts, putchar, fputs, fwrite, fputc. */
#include <stdio.h>

static char mine[64];

int main(void) {
    setvbuf(stdout, mine, _IOFBF, sizeof mine);
    for (int i = 0; i < 30; i++) printf("%d,", i);
    putchar('\n');
    fputs("fputs ", stdout);
    puts("puts");
    fwrite("fwrite\n", 1, 7, stdout);
    fputc('c', stdout);
    putc('\n', stdout);
    fflush(stdout);
    setvbuf(stdout, NULL, _IONBF, 0);
    printf("unbuffered %d\n", fileno(stdout));
    printf("%d %d\n", ferror(stdout), fprintf(stderr, "to stderr\n"));
    return 0;
}
