/*
 * native.c — compiles a program natively and runs it many times, with random delays.
 */
#include "oracle.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#define NATIVE_RUNS 200

char *check_native(Oracle *o, const Outcome *explored) {
    char *command = xasprintf(
        "cd '%s' && gcc -std=gnu17 -w -O1 -pthread -DNATIVE -DRUNS=%d p.c -o p.exe && ./p.exe <input",
        o->folder, NATIVE_RUNS);
    FILE *out = popen(command, "r");
    free(command);
    if (!out) return xstrdup("the native program cannot be started");
    char text[200], *problem = NULL;
    unsigned lines = 0;
    while (fgets(text, sizeof text, out)) {
        bool known;
        unsigned at;
        lines++;
        const char *told = strstr(text, "assertion ");
        if (told && sscanf(told, "assertion %u", &at) == 1) {
            known = false;
            for (size_t k = 0; k < explored->findings.len; k++) {
                char tail[40];
                snprintf(tail, sizeof tail, ":%u", at);
                known |= !strncmp(explored->findings.data[k], "assertion", 9) &&
                         strstr(explored->findings.data[k], tail);
            }
        } else if (strstr(text, "hang\n")) {
            known = false;
            for (size_t k = 0; k < explored->findings.len; k++)
                known |= !strncmp(explored->findings.data[k], "deadlock", 8);
        } else {
            known = texts_has(&explored->outputs, text);
        }
        if (!known && !problem)
            problem = xasprintf("natively there was an outcome that was not explored: %s", text);
    }
    int status = pclose(out);
    if (!problem && (!WIFEXITED(status) || WEXITSTATUS(status)))
        problem = xasprintf("the native program failed, status %d", status);
    o->native++;
    o->native_lines += lines;
    return problem;
}
