/* What a thread is, was, or may is asked for, and set, by the identifier of one that was joined. */
/* expect: api @name; api @named; api @policy; api @processors; api @clock; api @attributes */
#define _GNU_SOURCE
#include <heddle/heddle.h>
#include <pthread.h>
#include <sched.h>
#include <time.h>

static pthread_t first;

static void *work(void *p) { return p; }

static void *asks(void *p) {
    char name[16];
    clockid_t clock;
    pthread_attr_t attr;
    struct sched_param param;
    int policy;
    cpu_set_t set;
    switch ((long)p) {
    case 0: pthread_getname_np(first, name, sizeof name); break;    /*name*/
    case 1: pthread_setname_np(first, "named"); break;              /*named*/
    case 2: pthread_getschedparam(first, &policy, &param); break;   /*policy*/
    case 3: pthread_getaffinity_np(first, sizeof set, &set); break; /*processors*/
    case 4: pthread_getcpuclockid(first, &clock); break;            /*clock*/
    default: pthread_getattr_np(first, &attr);                      /*attributes*/
    }
    return p;
}

int main(void) {
    pthread_t t;
    int which = heddle_int("which");
    heddle_assume(which >= 0 && which < 6);
    pthread_create(&first, 0, work, 0);
    asks((void *)0), asks((void *)2), asks((void *)3), asks((void *)4); /* it is there still */
    pthread_create(&t, 0, asks, (void *)(long)which);
    pthread_join(first, 0);
    pthread_join(t, 0);
    return 0;
}
