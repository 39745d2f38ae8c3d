/* Data of the program that are an input: something is wrong with one value of them. */
#include <fcntl.h>
#include <heddle/heddle.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
int main(int argc, char **argv) {
    char b[4] = {0};
#ifdef BEYOND
    heddle_assert(argv[1][5] == argc); /* there are two characters and a zero */
#elif defined STDIN
    long n = read(0, b, 3);
    heddle_assert(n == 3 && strcmp(b, "abc"));
#elif defined ARGUMENT
    heddle_assert(argc == 2 && strcmp(argv[1], "-x"));
#elif defined ENVIRONMENT
    const char *v = getenv("MODE");
    heddle_assert(v && strcmp(v, "on"));
#else
    int f = open("/data/file", O_RDONLY);
    long n = read(f, b, 3);
    heddle_assert(n == 3 && (b[0] != 'k' || b[2] != b[0]));
#endif
    return 0;
}
