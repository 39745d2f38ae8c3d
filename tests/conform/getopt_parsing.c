/* getopt and getopt_long over constructed argument vectors. */
#define _GNU_SOURCE
#include <getopt.h>
#include <stdio.h>
#include <string.h>

static void parse(int argc, char **argv) {
    static const struct option longs[] = {{"all", no_argument, 0, 'a'}, {"size", required_argument, 0, 's'}, {"mode", optional_argument, 0, 1000}, {0}};
    int c;
    optind = 0;
    opterr = 0;
    while ((c = getopt_long(argc, argv, "abs:o::", longs, NULL)) != -1) {
        if (c == 1000) printf("mode(%s) ", optarg ? optarg : "-");
        else if (c == '?') printf("bad(%c) ", optopt ? optopt : '?');
        else printf("%c(%s) ", c, optarg ? optarg : "-");
    }
    for (; optind < argc; optind++) printf("rest(%s) ", argv[optind]);
    printf("\n");
}
#define RUN(...) do { char *v[] = {"prog", __VA_ARGS__, NULL}; parse(sizeof v / sizeof *v - 1, v); } while (0)

int main(void) {
    RUN("-a", "-s5", "file");
    RUN("-ab", "-s", "12", "--", "-a");
    RUN("--all", "--size=7", "--mode", "--mode=x", "tail");
    RUN("file", "-b", "other", "--si", "9");
    RUN("-z", "--unknown", "-s");
    RUN("-oval", "-o", "sep");
    return 0;
}
