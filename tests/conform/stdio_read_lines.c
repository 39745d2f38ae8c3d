/* fgets, getline, getdelim, ungetc, fread on an in-memory stream. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char data[] = "first line\nsecond\n\na very long fourth line without end";
    FILE *f = fmemopen(data, strlen(data), "r");
    char *line = NULL;
    size_t cap = 0;
    ssize_t n;
    while ((n = getline(&line, &cap, f)) > 0) printf("%zd [%.*s]\n", n, (int)strcspn(line, "\n"), line);
    rewind(f);
    n = getdelim(&line, &cap, 'd', f);
    printf("%zd [%.10s]\n", n, line);
    int c = getc(f);
    ungetc('#', f);
    printf("%c", c == '\n' ? 'N' : c);
    printf("%c\n", getc(f));
    char b[8];
    size_t r = fread(b, 2, 3, f);
    printf("%zu %.6s\n", r, b);
    printf("%s ", fgets(b, 4, f));
    printf("%d\n", fseek(f, 0, SEEK_END));
    printf("%d ", getc(f));
    printf("%d\n", feof(f) != 0);
    clearerr(f);
    printf("%d\n", feof(f) != 0);
    free(line);
    fclose(f);
    return 0;
}
