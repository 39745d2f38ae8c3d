/* checks.c — the list of checks of --checks. See cli.h. */
#include "cli/cli.h"

static bool *check_named(Checks *c, const char *name, size_t n) {
    const struct {
        const char *name;
        bool *flag;
    } all[] = {
        {"assertion", &c->assertion},
        {"memory", &c->memory},
        {"race", &c->race},
        {"deadlock", &c->deadlock},
        {"api", &c->api},
        {"abort", &c->abort},
        {"arithmetic", &c->arithmetic},
        {"hang", &c->hang},
        {"unreachable", &c->unreachable},
        {"overflow", &c->overflow},
        {"leak", &c->leak},
        {"uninitialised", &c->uninitialised},
    };
    for (size_t i = 0; i < ARRAY_LEN(all); i++)
        if (strlen(all[i].name) == n && !strncmp(all[i].name, name, n)) return all[i].flag;
    return NULL;
}

static void checks_set(Checks *c, bool on) {
    *c = (Checks){.assertion = on,
                  .memory = on,
                  .race = on,
                  .deadlock = on,
                  .api = on,
                  .abort = on,
                  .arithmetic = on,
                  .hang = on,
                  .unreachable = on,
                  .uninitialised = on};
}

bool checks_parse(Checks *c, const char *list, char **error) {
    checks_set(c, true);
    for (const char *s = list; s && *s;) {
        size_t n = strcspn(s, ",");
        bool off = n > 3 && !strncmp(s, "no-", 3);
        const char *word = off ? s + 3 : s;
        size_t m = off ? n - 3 : n;
        bool *flag = check_named(c, word, m);
        if (flag) {
            *flag = !off;
            c->race_given |= flag == &c->race;
            c->uninitialised_given |= flag == &c->uninitialised;
        } else if (!off && m == 4 && !strncmp(word, "none", 4)) {
            checks_set(c, false);
            c->race_given = true;
        } else if (!off && m == 7 && !strncmp(word, "default", 7)) {
            checks_set(c, true);
        } else if (!off && m == 3 && !strncmp(word, "all", 3)) {
            checks_set(c, true);
            c->overflow = c->leak = c->race_given = c->uninitialised_given = true;
        } else {
            *error = xasprintf(
                "--checks: unknown check '%.*s'; expected a list of all, none, default, assertion, "
                "memory, "
                "race, deadlock, api, abort, arithmetic, hang, unreachable, overflow, leak and "
                "uninitialised, each check also as no-NAME",
                (int)n, s);
            return false;
        }
        s += n + (s[n] == ',');
    }
    return true;
}

bool checks_tell(const Checks *c, const char *kind) {
    Checks copy = *c;
    const bool *flag = check_named(&copy, kind, strlen(kind));
    /* Signed overflow is reported as an arithmetic finding. */
    if (flag == &copy.arithmetic && copy.overflow) return true;
    return !flag || *flag;
}
