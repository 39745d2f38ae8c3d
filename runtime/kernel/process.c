/*
 * process.c — settings of a process: limits, priority, scheduling, and the attributes of prctl().
 * The process is that of a user without privileges. Only the limit on descriptors has an effect.
 */
#include <limits.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include "kernel.h"

#define PROCESS 1000

/* Whether it is the number of the process, or of one of its threads. */
static int is_own(long id) { return !id || (id >= PROCESS && id < PROCESS + HEDDLE_THREADS_MAX); }

/* --- limits */

static struct {
    unsigned word;
    struct rlimit of[RLIM_NLIMITS];
    int changed[RLIM_NLIMITS]; /* 0: it is the initial one */
} limits;

static struct rlimit at_start(int what) {
    switch (what) {
    case RLIMIT_NOFILE: return (struct rlimit){DESCRIPTOR_LIMIT, MAX_DESCRIPTORS};
    case RLIMIT_STACK: return (struct rlimit){8 << 20, RLIM_INFINITY};
    case RLIMIT_CORE: return (struct rlimit){0, RLIM_INFINITY};
    default: return (struct rlimit){RLIM_INFINITY, RLIM_INFINITY};
    }
}

static struct rlimit limit_now(int what) {
    return limits.changed[what] ? limits.of[what] : at_start(what);
}

static struct rlimit look_at_limit(int what) {
    enter("look at a limit", ITEM(&limits, READS));
    struct rlimit now = limit_now(what);
    leave();
    return now;
}

static long set_limit(int what, struct rlimit new, struct rlimit *old) {
    enter("set a limit", ITEM(&limits, WRITES));
    *old = limit_now(what);
    long refused = new.rlim_cur > new.rlim_max    ? -EINVAL
                   : new.rlim_max > old->rlim_max ? -EPERM
                                                  : 0;
    if (!refused && what == RLIMIT_NOFILE && new.rlim_max > MAX_DESCRIPTORS) refused = -EPERM;
    if (!refused) limits.of[what] = new, limits.changed[what] = 1;
    leave();
    if (!refused && new.rlim_cur < old->rlim_cur && what != RLIMIT_NOFILE &&what != RLIMIT_CORE)
        __heddle_warn("a limit of the process was set that has no effect");
    return refused;
}

HIDDEN long __heddle_descriptor_limit(void) { return (long)look_at_limit(RLIMIT_NOFILE).rlim_cur; }

SYSCALL(prlimit64) {
    int what = (int)concrete(b);
    struct rlimit old;
    long error = 0;
    if ((unsigned)what >= RLIM_NLIMITS) return -EINVAL;
    if (!is_own((int)concrete(a))) return -ESRCH;
    if (c) {
        struct rlimit new = *(const struct rlimit *)c;
        new.rlim_cur = (rlim_t)concrete((long)new.rlim_cur);
        new.rlim_max = (rlim_t)concrete((long)new.rlim_max);
        error = set_limit(what, new, &old);
    } else
        old = look_at_limit(what);
    if (d && !error) *(struct rlimit *)d = old;
    return error;
}
SYSCALL(getrlimit) { return __heddle_sys_prlimit64(0, a, 0, b, 0, 0); }
SYSCALL(setrlimit) { return __heddle_sys_prlimit64(0, a, b, 0, 0, 0); }

/* --- priority and scheduling */

static struct {
    unsigned word;
    int nice, policy;
} schedule;

static int chosen(long which, long who) {
    if (which == PRIO_USER) return !who || who == PROCESS;
    return which == PRIO_PGRP ? !who || who == PROCESS : is_own(who);
}

SYSCALL(getpriority) {
    long which = (int)concrete(a), who = (int)concrete(b);
    if (which < PRIO_PROCESS || which > PRIO_USER) return -EINVAL;
    if (!chosen(which, who)) return -ESRCH;
    enter("look at the priority", ITEM(&schedule, READS));
    int nice = schedule.nice;
    leave();
    return 20 - nice;
}

SYSCALL(setpriority) {
    long which = (int)concrete(a), who = (int)concrete(b), nice = (int)concrete(c);
    if (which < PRIO_PROCESS || which > PRIO_USER) return -EINVAL;
    if (!chosen(which, who)) return -ESRCH;
    nice = nice < -20 ? -20 : nice > 19 ? 19 : nice;
    enter("set the priority", ITEM(&schedule, WRITES));
    int refused = nice < schedule.nice;
    if (!refused) schedule.nice = (int)nice;
    leave();
    return refused ? -EACCES : 0;
}

/* Real-time policies need privileges. */
SYSCALL(sched_setscheduler) {
    long policy = (int)concrete(b),
         priority = concrete(((const struct sched_param *)c)->sched_priority);
    int realtime = policy == SCHED_FIFO || policy == SCHED_RR;
    policy &= ~SCHED_RESET_ON_FORK;
    if ((int)a < 0 ||
        (!realtime && policy != SCHED_OTHER && policy != SCHED_BATCH && policy != SCHED_IDLE))
        return -EINVAL;
    if (!is_own((int)concrete(a))) return -ESRCH;
    if (realtime ? priority < 1 || priority > 99 : priority) return -EINVAL;
    if (realtime) return -EPERM;
    enter("set the policy", ITEM(&schedule, WRITES));
    schedule.policy = (int)policy;
    leave();
    return 0;
}
SYSCALL(sched_getscheduler) {
    if ((int)a < 0) return -EINVAL;
    if (!is_own((int)concrete(a))) return -ESRCH;
    enter("look at the policy", ITEM(&schedule, READS));
    int policy = schedule.policy;
    leave();
    return policy;
}
SYSCALL(sched_setparam) {
    long priority = concrete(((const struct sched_param *)b)->sched_priority);
    if ((int)a < 0 || priority) return -EINVAL;
    return is_own((int)concrete(a)) ? 0 : -ESRCH;
}
SYSCALL(sched_getparam) {
    if ((int)a < 0) return -EINVAL;
    if (!is_own((int)concrete(a))) return -ESRCH;
    memset((void *)b, 0, sizeof(struct sched_param));
    return 0;
}
static long limit_of_policy(long policy, int most) {
    if (policy == SCHED_FIFO || policy == SCHED_RR) return most ? 99 : 1;
    return policy == SCHED_OTHER || policy == SCHED_BATCH || policy == SCHED_IDLE ||
                   policy == SCHED_DEADLINE
               ? 0
               : -EINVAL;
}
SYSCALL(sched_get_priority_max) { return limit_of_policy((int)concrete(a), 1); }
SYSCALL(sched_get_priority_min) { return limit_of_policy((int)concrete(a), 0); }

/* --- attributes */

static struct {
    unsigned word;
    int death_signal, not_dumpable, keeps_capabilities, no_new_privileges, is_reaper, no_huge_pages;
    long slack; /* 0: the usual slack */
} attributes;

/* Sets an attribute that is 0 or 1. */
static long set_flag(int *flag, long value) {
    if (value & ~1l) return -EINVAL;
    enter("set an attribute", ITEM(&attributes, WRITES));
    *flag = (int)value;
    leave();
    return 0;
}
static int look_at(const int *number) {
    enter("look at an attribute", ITEM(&attributes, READS));
    int value = *number;
    leave();
    return value;
}

static long slack(long new, int set) {
    enter("set or look at an attribute", ITEM(&attributes, WRITES));
    if (set) attributes.slack = new > 0 ? new : 0;
    long now = attributes.slack ? attributes.slack : 50000;
    leave();
    return set ? 0 : now;
}

static long set_death_signal(long number) {
    if (number < 0 || number >= _NSIG) return -EINVAL;
    enter("set an attribute", ITEM(&attributes, WRITES));
    attributes.death_signal = (int)number;
    leave();
    return 0;
}

SYSCALL(prctl) {
    long x = concrete(b);
    switch ((int)concrete(a)) {
    case PR_SET_PDEATHSIG: return set_death_signal(x);
    case PR_GET_PDEATHSIG: *(int *)b = look_at(&attributes.death_signal); return 0;
    case PR_SET_DUMPABLE: return x & ~1l ? -EINVAL : set_flag(&attributes.not_dumpable, !x);
    case PR_GET_DUMPABLE: return !look_at(&attributes.not_dumpable);
    case PR_SET_KEEPCAPS: return set_flag(&attributes.keeps_capabilities, x);
    case PR_GET_KEEPCAPS: return look_at(&attributes.keeps_capabilities);
    case PR_SET_NO_NEW_PRIVS:
        return x != 1 || c || d || e ? -EINVAL : set_flag(&attributes.no_new_privileges, 1);
    case PR_GET_NO_NEW_PRIVS:
        return x || c || d || e ? -EINVAL : look_at(&attributes.no_new_privileges);
    case PR_SET_TIMERSLACK: return slack(x, 1);
    case PR_GET_TIMERSLACK: return slack(0, 0);
    case PR_SET_CHILD_SUBREAPER: return set_flag(&attributes.is_reaper, x != 0);
    case PR_GET_CHILD_SUBREAPER: *(int *)b = look_at(&attributes.is_reaper); return 0;
    case PR_SET_THP_DISABLE:
        return c || d || e ? -EINVAL : set_flag(&attributes.no_huge_pages, x != 0);
    case PR_GET_THP_DISABLE: return x || c || d || e ? -EINVAL : look_at(&attributes.no_huge_pages);
    case PR_CAPBSET_READ:
        return (unsigned long)x > 40 ? -EINVAL : 1; /* the last one is CAP_CHECKPOINT_RESTORE */
    default:
        __heddle_warn("an operation of prctl that is not modelled was refused (EINVAL)");
        return -EINVAL;
    }
}
