/* strspn, strcspn, strpbrk and strtok_r with several scans open at once. */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

static int words(const char *s) {
    int n = 0;
    for (s += strspn(s, " \t,"); *s; s += strspn(s, " \t,")) {
        s += strcspn(s, " \t,");
        n++;
    }
    return n;
}

int main(void) {
    printf("%zu %zu %zu\n", strspn("0042x", "0123456789"), strspn("", "a"), strspn("abc", ""));
    printf("%zu %zu %zu\n", strcspn("key=value", "=:"), strcspn("none", "=:"), strcspn("x", ""));
    printf("%s %d\n", strpbrk("find the, comma", ";,"), strpbrk("abc", "xyz") == NULL);
    printf("%d %d %d\n", words("  a, b\tc,,d "), words(" ,\t"), words("one"));
    char text[] = "a=1;b=22;;c;=4;d=5=6";
    char *outer, *inner;
    for (char *p = strtok_r(text, ";", &outer); p; p = strtok_r(NULL, ";", &outer)) {
        char *key = strtok_r(p, "=", &inner), *value = strtok_r(NULL, "=", &inner), *rest = strtok_r(NULL, "", &inner);
        printf("[%s|%s|%s]", key ? key : "-", value ? value : "-", rest ? rest : "-");
    }
    puts("");
    char fields[] = "x,,y,", *cursor = fields, *field;
    while ((field = strsep(&cursor, ","))) printf("<%s>", field);
    printf("%d\n", cursor == NULL);
    char high[] = "\xff\x80z\x01";
    printf("%zu %zu\n", strspn(high, "\x80\xff"), strcspn(high, "\x01"));
    char only[] = ",,,";
    printf("%d\n", strtok_r(only, ",", &outer) == NULL);
    return words("status of three");
}
