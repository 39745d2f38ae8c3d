/* process_name.c — see process_name.h. */
#include "campaigns/process_name.h"
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>
#include <unistd.h>

char *host_unique_name(void) {
    char boot[64] = "", space[64] = "";
    FILE *f = fopen("/proc/sys/kernel/random/boot_id", "r");
    if (f && !fgets(boot, sizeof boot, f)) boot[0] = 0;
    if (f) fclose(f);
    boot[strcspn(boot, "\n")] = 0;
    /* Processes in another container have other numbers. */
    ssize_t n = readlink("/proc/self/ns/pid", space, sizeof space - 1);
    if (n < 0 || !*boot) return xstrdup("");
    space[n] = 0;
    return xasprintf("%s %s", boot, space);
}

/* When a process began, in ticks since the machine did; 0: unknown. */
static unsigned long long process_start(long id) {
    char path[64], line[1024];
    unsigned long long start = 0;
    snprintf(path, sizeof path, "/proc/%ld/stat", id);
    FILE *f = fopen(path, "r");
    if (!f) return 0;
    if (fgets(line, sizeof line, f)) {
        /* The name of the program, in brackets, may contain anything. The start is field 22. */
        const char *at = strrchr(line, ')');
        for (unsigned field = 2; at && field < 22; field++) at = strchr(at + 1, ' ');
        if (at) start = strtoull(at + 1, NULL, 10);
    }
    fclose(f);
    return start;
}

char *process_unique_name(void) {
    long id = (long)getpid();
    return xasprintf("%ld:%llu", id, process_start(id));
}

bool process_is_gone(const char *name) {
    char *end;
    long id = strtol(name, &end, 10);
    if (id <= 0 || *end != ':') return false;
    unsigned long long start = strtoull(end + 1, NULL, 10);
    if (kill((pid_t)id, 0) != 0 && errno == ESRCH) return true;
    unsigned long long now = process_start(id);
    return start && now && now != start;
}

char *host_shown_name(void) {
    char name[256] = "";
    if (gethostname(name, sizeof name - 1) != 0) name[0] = 0;
    return xstrdup(*name ? name : "unknown");
}

int64_t worker_number(void) {
    uint64_t x = 0;
    if (getrandom(&x, sizeof x, 0) != sizeof x) x = hash_mix((uint64_t)getpid());
    return (int64_t)(x >> 2) + 1;
}
