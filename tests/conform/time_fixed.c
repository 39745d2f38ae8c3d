/* Calendar functions with given times: no clock is read. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

int main(void) {
    setenv("TZ", "UTC0", 1);
    tzset();
    time_t v[] = {0, 86399, 951782400, 1709210096, -1, 4102444800, 253402300799};
    for (int i = 0; i < 7; i++) {
        struct tm t;
        gmtime_r(&v[i], &t);
        char b[100];
        strftime(b, sizeof b, "%Y-%m-%d %H:%M:%S %a %j %U %W %V %G %y %e %I %p %%", &t);
        printf("%s\n", b);
        printf("%lld %s", (long long)timegm(&t), asctime(&t));
    }
    struct tm t = {.tm_year = 124, .tm_mon = 13, .tm_mday = 35, .tm_hour = 25};
    time_t n = mktime(&t);
    printf("%lld %d %d %d\n", (long long)n, t.tm_year, t.tm_mon, t.tm_wday);
    printf("%g\n", difftime(v[3], v[2]));
    memset(&t, 0, sizeof t);
    char *r = strptime("2021-03-04 05:06:07", "%Y-%m-%d %H:%M:%S", &t);
    printf("%d %d %d %d\n", t.tm_year, t.tm_mon, t.tm_sec, *r);
    printf("%s", ctime(&v[3]));
    return 0;
}
