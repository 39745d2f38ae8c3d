/* POSIX regular expressions. */
#include <regex.h>
#include <stdio.h>
#include <string.h>

static void try(const char *pattern, const char *text) {
    regex_t re;
    regmatch_t m[4];
    int e = regcomp(&re, pattern, REG_EXTENDED);
    if (e) { printf("bad %d\n", e != 0); return; }
    e = regexec(&re, text, 4, m, 0);
    printf("%d", e);
    for (int i = 0; !e && i < 4 && m[i].rm_so >= 0; i++) printf(" %d-%d", (int)m[i].rm_so, (int)m[i].rm_eo);
    printf(" %zu\n", re.re_nsub);
    regfree(&re);
}

int main(void) {
    try("a+b", "xxaaab");
    try("^([a-z]+)=([0-9]*)$", "key=123");
    try("^([a-z]+)=([0-9]*)$", "key=12x");
    try("(foo|bar|ba)r?", "a bar");
    try("[[:upper:]]{2,3}", "abCDEf");
    try("x*", "aaa");
    try("(a", "a");
    try("colou?r", "the color");
    try("(a|ab)(c|bcd)(d*)", "abcd");
    return 0;
}
