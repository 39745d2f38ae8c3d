/* open_memstream and fmemopen: streams over memory, seeking, growing. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *text;
    size_t size;
    FILE *f = open_memstream(&text, &size);
    for (int i = 0; i < 5; i++) fprintf(f, "%d:%s;", i, "abcd" + i);
    fflush(f);
    printf("%zu %s\n", size, text);
    fseek(f, 2, SEEK_SET);
    fputs("XYZ", f);
    fclose(f);
    printf("%s\n", text);
    f = fmemopen(text, strlen(text), "r");
    int c, n = 0;
    while ((c = getc(f)) != EOF) n += c;
    printf("%d %d %d\n", n, feof(f) != 0, ferror(f) != 0);
    rewind(f);
    char line[16];
    fgets(line, 5, f);
    printf("%s %ld\n", line, ftell(f));
    fclose(f);
    free(text);
    char buffer[32] = "";
    f = fmemopen(buffer, sizeof buffer, "w+");
    fwrite("0123456789", 1, 10, f);
    fseek(f, -3, SEEK_END);
    fclose(f);
    printf("%s\n", buffer);
    return 0;
}
