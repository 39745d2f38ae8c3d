/* Days of the civil calendar by arithmetic, against gmtime_r and strftime at fixed times before and after 1970. */
#define _GNU_SOURCE
#include <stdio.h>
#include <time.h>

static long days_from_civil(long y, int m, int d) {
    y -= m <= 2;
    long era = (y >= 0 ? y : y - 399) / 400, yoe = y - era * 400;
    long doy = (153 * (m + (m > 2 ? -3 : 9)) + 2) / 5 + d - 1;
    return era * 146097 + yoe * 365 + yoe / 4 - yoe / 100 + doy - 719468;
}
static int leap(long y) { return y % 4 == 0 && (y % 100 != 0 || y % 400 == 0); }

int main(void) {
    time_t times[] = {0, -1, 951782400, 951868799, 4102444800, -2208988800, 1234567890, 253402300799, 68169600};
    int wrong = 0;
    for (int i = 0; i < 9; i++) {
        struct tm tm;
        char b[64];
        gmtime_r(&times[i], &tm);
        long seconds = tm.tm_hour * 3600L + tm.tm_min * 60 + tm.tm_sec;
        long days = days_from_civil(tm.tm_year + 1900L, tm.tm_mon + 1, tm.tm_mday);
        wrong += days * 86400 + seconds != times[i];
        wrong += timegm(&tm) != times[i];
        wrong += ((days + 4) % 7 + 7) % 7 != tm.tm_wday;
        wrong += tm.tm_yday != days - days_from_civil(tm.tm_year + 1900L, 1, 1);
        strftime(b, sizeof b, "%Y-%m-%d %H:%M:%S %a %b %j %U %W %V %y %p", &tm);
        puts(b);
    }
    for (long y = 1896; y < 2012; y += 4) putchar(leap(y) ? 'L' : '.');
    int fridays = 0;
    for (int y = 2000; y < 2020; y++)
        for (int m = 1; m <= 12; m++) fridays += (days_from_civil(y, m, 13) + 4) % 7 == 5;
    printf("\n%d %d\n", wrong, fridays);
    return fridays;
}
