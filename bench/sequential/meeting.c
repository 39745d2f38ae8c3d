/*
 * meeting.c — a program that schedules a meeting: it finds the first hour at which all who are
 * invited are free, writes the meeting into their calendars and looks whether it is there. Made for
 * one thread, it runs in two, for two meetings. The hour from which on the first one can be is an
 * input, as is who is away.
 *
 * The bug: nothing keeps the two from each other (-DFIXED: a mutex around each).
 *
 * Known answer: one assertion fails, in either thread (the meeting is in the calendar), with 1 read
 * of what the other thread wrote: the entry, as the other meeting has replaced it. Both looked for
 * the hour before one of them wrote.
 */
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdbool.h>
#define PEOPLE 3
#define HOURS 4
#define NEVER (-1)

enum Entry { FREE, AWAY, FIRST_MEETING };

typedef struct Meeting {
    int name;
    int people; /* a set: bit p for person p */
    int earliest, length;
    int hour; /* what was found */
} Meeting;

static int calendar[PEOPLE][HOURS];
#ifdef FIXED
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
#endif

static bool invited(const Meeting *m, int person) { return m->people >> person & 1; }

static bool all_free(const Meeting *m, int hour) {
    for (int person = 0; person < PEOPLE; person++)
        if (invited(m, person) && calendar[person][hour] != FREE) return false;
    return true;
}

static bool fits(const Meeting *m, int hour) {
    if (hour + m->length > HOURS) return false;
    for (int k = 0; k < m->length; k++)
        if (!all_free(m, hour + k)) return false;
    return true;
}

static int find_hour(const Meeting *m) {
    for (int hour = m->earliest; hour < HOURS; hour++)
        if (fits(m, hour)) return hour;
    return NEVER;
}

static void enter(const Meeting *m) {
    for (int person = 0; person < PEOPLE; person++)
        for (int k = 0; k < m->length; k++)
            if (invited(m, person)) calendar[person][m->hour + k] = m->name;
}

static void check(const Meeting *m) {
    for (int person = 0; person < PEOPLE; person++)
        for (int k = 0; k < m->length; k++)
            if (invited(m, person)) heddle_assert(calendar[person][m->hour + k] == m->name);
}

static void *schedule(void *meeting) {
    Meeting *m = meeting;
#ifdef FIXED
    pthread_mutex_lock(&lock);
#endif
    m->hour = find_hour(m);
    if (m->hour != NEVER) {
        enter(m);
        check(m);
    }
#ifdef FIXED
    pthread_mutex_unlock(&lock);
#endif
    return NULL;
}

int main(void) {
    Meeting meeting[2] = {
        {.name = FIRST_MEETING, .people = 7, .earliest = 0, .length = 1},
        {.name = FIRST_MEETING + 1, .people = 6, .earliest = 0, .length = 2},
    };
    if (heddle_bool("not first")) meeting[0].earliest = 1;
    int away = heddle_range(0, PEOPLE, "away");
    for (int person = 0; person < PEOPLE; person++)
        if (person == away) calendar[person][1] = AWAY; /* so that it is known whose */
    calendar[0][0] = AWAY;
    pthread_t thread[2];
    for (int k = 0; k < 2; k++) pthread_create(&thread[k], NULL, schedule, &meeting[k]);
    for (int k = 0; k < 2; k++) pthread_join(thread[k], NULL);
    return 0;
}
