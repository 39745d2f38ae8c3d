/* native_run.c — see native_replay.h. */
#include "cli/commands/native/native_replay.h"
#include "cli/words.h"
#include "replay/native_plan.h"
#include "report/text.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#define LOOK_EVERY 20000 /* microseconds between two looks at the process */
#define ASLEEP 0.5       /* seconds after which threads that all sleep are a deadlock */
#define GOES_ON 3.0      /* seconds behind the schedule after which a loop is one without end */
#define MOST_SECONDS 60.0
#define CANNOT_RUN 126 /* exit status of a child that did not become the process */

/* What the process told: lines of its report, see native/replay. */
typedef struct NativeReport {
    bool over;            /* the whole schedule was taken */
    char *left;           /* how it left the schedule, or NULL */
    char *race, *went_on; /* where both accesses were; the thread that went on behind the end */
    char *refused;        /* an object that was in another state */
    bool place;           /* the thread came to the finding's place */
} NativeReport;

typedef struct NativeRun {
    const NativeSettings *settings;
    const Test *test;
    char *executable, *plan, *report;
    size_t steps;
    NativeReport told;
    pid_t pid;
    int status;
    bool ended, deadlock, loops;
} NativeRun;

/* --- the report --- */

/* Makes "K THREAD KIND LINE COLUMN FILE" a text. */
static char *step_text(const char *line, size_t steps) {
    unsigned long k;
    char thread[256], kind[64], file[1024] = "";
    unsigned at, column;
    if (sscanf(line, "%lu %255s %63s %u %u %1023[^\n]", &k, thread, kind, &at, &column, file) < 5)
        return xstrdup("an unknown step");
    return xasprintf("step %lu of %zu (thread %s, %s at %s:%u:%u)", k + 1, steps, thread, kind,
                     file, at, column);
}

static void take_report_line(NativeRun *r, const char *line) {
    NativeReport *t = &r->told;
    if (!strcmp(line, "over")) t->over = true;
    if (!strcmp(line, "place")) t->place = true;
    if (has_prefix(line, "race ") && !t->race) t->race = xstrdup(line + 5);
    if (has_prefix(line, "stand ") && !t->went_on) t->went_on = xstrdup(line + 6);
    if (has_prefix(line, "refused ") && !t->refused) t->refused = xstrdup(line + 8);
    if (t->left) return;
    char *step = has_prefix(line, "stuck ")   ? step_text(line + 6, r->steps)
                 : has_prefix(line, "ended ") ? step_text(line + 6, r->steps)
                                              : NULL;
    if (step)
        t->left = xasprintf(has_prefix(line, "stuck ")
                                ? "%s does not come: it waits or goes on somewhere else"
                                : "%s does not come: the thread has ended",
                            step);
    else if (!strcmp(line, "silent"))
        t->left = xstrdup("no thread goes on behind the schedule");
    free(step);
}

static void read_report(NativeRun *r) {
    FILE *f = fopen(r->report, "r");
    char *line = NULL;
    size_t room = 0;
    ssize_t n;
    while (f && (n = getline(&line, &room, f)) > 0) {
        if (line[n - 1] == '\n') line[n - 1] = 0;
        take_report_line(r, line);
    }
    free(line);
    if (f) fclose(f);
}

/* --- the process --- */

/* Whether all threads of the process sleep. */
static bool sleeps(pid_t pid) {
    char path[64], text[512];
    snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
    DIR *tasks = opendir(path);
    bool all = tasks != NULL;
    for (struct dirent *d; all && (d = readdir(tasks));) {
        if (d->d_name[0] == '.') continue;
        snprintf(path, sizeof path, "/proc/%d/task/%.20s/stat", (int)pid, d->d_name);
        FILE *f = fopen(path, "r");
        const char *behind = f && fgets(text, sizeof text, f) ? strrchr(text, ')') : NULL;
        all = behind && behind[1] && (behind[2] == 'S' || behind[2] == 'Z');
        if (f) fclose(f);
    }
    if (tasks) closedir(tasks);
    return all;
}

static void begin_process(NativeRun *r, char **words) {
    const TestBuild *b = &r->test->build;
    const char *in = b->stdin_path ? b->stdin_path : "/dev/null";
    r->pid = fork();
    if (r->pid) return;
    bool alone = !r->settings->tool;
    int fd = alone || strcmp(r->settings->tool, "gdb") ? open(in, O_RDONLY) : -1;
    if (fd >= 0) dup2(fd, 0);
    for (size_t k = 0; k < b->nenvironment; k++) putenv(b->environment[k]);
    setenv("HEDDLE_NATIVE_PLAN", r->plan, 1);
    setenv("HEDDLE_NATIVE_REPORT", r->report, 1);
    if (!alone) setenv("HEDDLE_NATIVE_DEBUGGED", "1", 1);
    execvp(words[0], words);
    fprintf(stderr, "heddle: cannot run %s: %s\n", words[0], strerror(errno));
    _exit(CANNOT_RUN);
}

/* Waits until the process has ended, or no longer goes on. */
static void watch_process(NativeRun *r) {
    double started = time_wall(), over = 0, asleep = 0;
    bool alone = !r->settings->tool;
    while (!r->ended) {
        pid_t p = waitpid(r->pid, &r->status, alone ? WNOHANG : 0);
        if (p == r->pid || (p < 0 && errno != EINTR)) {
            r->ended = true;
            break;
        }
        if (!alone) continue;
        read_report(r);
        double now = time_wall();
        if (r->told.over && !over) over = now;
        if (!sleeps(r->pid) || !asleep) asleep = now;
        bool still = r->told.over && now - asleep > ASLEEP;
        r->deadlock = still && !strcmp(r->test->finding->kind, "deadlock");
        r->loops = over && now - over > GOES_ON;
        if (r->deadlock || r->loops || still || cli_interrupted() || now - started > MOST_SECONDS) {
            kill(r->pid, SIGKILL);
            waitpid(r->pid, &r->status, 0);
            break;
        }
        usleep(LOOK_EVERY);
    }
    read_report(r);
}

static void run_process(NativeRun *r) {
    const TestBuild *b = &r->test->build;
    static const char *const gdb[] = {"gdb", "-q", "--args", NULL},
                             *const rr[] = {"rr", "record", NULL},
                             *const valgrind[] = {"valgrind", "-q", NULL};
    const char *tool = r->settings->tool;
    StringList words = {0};
    if (tool) {
        const char *const *first = !strcmp(tool, "gdb") ? gdb : !strcmp(tool, "rr") ? rr : valgrind;
        for (; *first; first++) vec_push(&words, *first);
    }
    vec_push(&words, r->executable);
    for (size_t k = 1; k < b->narguments; k++) vec_push(&words, b->arguments[k]);
    vec_push(&words, NULL);
    fflush(NULL);
    begin_process(r, (char **)words.data);
    if (r->pid > 0) watch_process(r);
    vec_free(&words);
}

/* --- what is told --- */

/* Why a finding of this kind may not show in a normal process. */
static const char *reason(const char *kind) {
    static const struct {
        const char *kind, *why;
    } reasons[] = {
        {"memory", "the memory is accessible in this process; it may be seen under --valgrind"},
        {"uninitialised", "no normal process notices it; --valgrind may show it"},
        {"api", "the library does not check this"},
        {"leak", "a normal process does not look for leaks; --valgrind may show it"},
        {"arithmetic", "the processor computes it without an error"},
        {"unreachable", "the code goes on"},
        {"deadlock", "the process ended meanwhile"},
        {"race", "an access is in a library, whose code does not tell of it"},
    };
    for (size_t k = 0; k < ARRAY_LEN(reasons); k++)
        if (!strcmp(reasons[k].kind, kind)) return reasons[k].why;
    return NULL;
}

static int happened(const NativeRun *r, const char *how) {
    if (!r->settings->quiet) fprintf(stderr, "heddle: the finding happened natively: %s\n", how);
    return STATUS_FOUND;
}

static int tell_left(const NativeRun *r, const char *how) {
    cli_error("the native run left the schedule: %s%s%s", how,
              r->told.refused ? "; before that a library function refused " : "",
              r->told.refused ? r->told.refused : "");
    return STATUS_INTERNAL;
}

/* Tells what became of the process. */
static int tell_end(const NativeRun *r) {
    const Finding *f = r->test->finding;
    bool dies = r->ended && WIFSIGNALED(r->status);
    char text[256];
    if (cli_interrupted()) {
        cli_error("stopped by the user");
        return STATUS_LIMIT;
    }
    if (r->ended && WIFEXITED(r->status) && WEXITSTATUS(r->status) == CANNOT_RUN)
        return STATUS_USAGE;
    if (r->settings->tool) return r->told.over ? STATUS_FOUND : STATUS_NOTHING;
    if (r->told.race && !strcmp(f->kind, "race")) {
        snprintf(text, sizeof text, "both threads access the same bytes, at %s", r->told.race);
        return happened(r, text);
    }
    if (r->told.left) return tell_left(r, r->told.left);
    if (!r->told.over) {
        if (dies)
            snprintf(text, sizeof text, "it ended with signal %d (%s) before the schedule did",
                     WTERMSIG(r->status), strsignal(WTERMSIG(r->status)));
        else
            snprintf(text, sizeof text, "it ended before the schedule did");
        return tell_left(r, text);
    }
    if (r->deadlock) return happened(r, "every thread waits");
    bool deadly = !is_one_of(f->kind, (const char *const[]){"race", "deadlock", "hang", NULL});
    if (dies && deadly) {
        snprintf(text, sizeof text, "the process ended with signal %d (%s)", WTERMSIG(r->status),
                 strsignal(WTERMSIG(r->status)));
        return happened(r, text);
    }
    if (r->loops && !strcmp(f->kind, "hang")) return happened(r, "it loops without end");
    if (r->settings->quiet) return STATUS_NOTHING;
    const char *why = reason(f->kind);
    if (r->told.place && why) {
        char *place = text_place(&f->place);
        fprintf(stderr, "heddle: thread %s came to the finding's place natively, %s: %s\n",
                f->thread, place, why);
        free(place);
        return STATUS_FOUND;
    }
    if (!why && r->told.went_on)
        why = "its thread went on behind the end of the schedule (the time, random numbers and "
              "results of system calls are not those of the engine)";
    fprintf(stderr, "heddle: the finding did not show natively%s%s\n", why ? ": " : "",
            why ? why : "");
    return STATUS_NOTHING;
}

static bool write_plan(NativeRun *r, const Program *program, const CampaignOptions *options) {
    const Finding *finding = r->test->finding;
    char *error = NULL;
    Configuration *c = configuration_of_test(program, options, finding, NULL, &error);
    FILE *f = c ? fopen(r->plan, "w") : NULL, *report = c ? fopen(r->report, "w") : NULL;
    bool fine = f && report;
    if (f) r->steps = native_plan_write(f, program, finding, c);
    if (f && fclose(f)) fine = false;
    if (report) fclose(report);
    if (!c)
        cli_error("%s", error);
    else if (!fine)
        cli_error("%s: cannot be written", r->plan);
    free(error);
    if (c) configuration_free(c);
    return fine;
}

int native_replay(const NativeSettings *s, const Test *test, const Program *program,
                  const CampaignOptions *options) {
    const char *temp = cli_temp_dir();
    int status = STATUS_USAGE;
    if (!temp) return status;
    NativeRun r = {.settings = s,
                   .test = test,
                   .executable = s->keep
                                     ? xasprintf("%s%s", strchr(s->keep, '/') ? "" : "./", s->keep)
                                     : xasprintf("%s/native", temp),
                   .plan = xasprintf("%s/native.plan", temp),
                   .report = xasprintf("%s/native.report", temp)};
    if (native_build(test, r.executable) && write_plan(&r, program, options)) {
        run_process(&r);
        status = tell_end(&r);
    }
    free(r.executable);
    free(r.plan);
    free(r.report);
    free(r.told.left);
    free(r.told.race);
    free(r.told.went_on);
    free(r.told.refused);
    return status;
}
