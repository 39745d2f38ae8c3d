/* Days between dates and weekdays, computed by hand and by timegm. */
#define _GNU_SOURCE
#include <stdio.h>
#include <time.h>

static long days(int y, int m, int d) {
    y -= m <= 2;
    long era = (y >= 0 ? y : y - 399) / 400;
    unsigned yoe = (unsigned)(y - era * 400), doy = (153u * (m + (m > 2 ? -3 : 9)) + 2) / 5 + d - 1, doe = yoe * 365 + yoe / 4 - yoe / 100 + doy;
    return era * 146097 + (long)doe - 719468;
}

int main(void) {
    int dates[][3] = {{1970, 1, 1}, {2000, 2, 29}, {1999, 12, 31}, {2024, 3, 1}, {1900, 1, 1}, {2100, 2, 28}, {1582, 10, 15}};
    int wrong = 0;
    for (int i = 0; i < 7; i++) {
        struct tm t = {.tm_year = dates[i][0] - 1900, .tm_mon = dates[i][1] - 1, .tm_mday = dates[i][2]};
        long a = days(dates[i][0], dates[i][1], dates[i][2]), b = timegm(&t) / 86400;
        int w = (int)((a % 7 + 11) % 7);
        printf("%ld %ld %d %d %d\n", a, b, w, t.tm_wday, t.tm_yday);
        wrong += a != b || w != t.tm_wday;
    }
    return wrong;
}
