/* session_options.c — the settings of a campaign as text, and the digest by which the same command
 * finds its campaign again. See session.h. */
#include "cli/campaign/session.h"
#include "program/load/load_key.h"
#include <stdio.h>
#include <stdlib.h>

/* Settings of the exploration that are the same for all workers. */
typedef struct SharedNumber {
    const char *name;
    size_t offset;
    enum { SHARED_UNSIGNED, SHARED_LONG, SHARED_FLAG } type;
} SharedNumber;

static const SharedNumber shared_numbers[] = {
    {"alternatives", offsetof(ExploreSettings, alternatives), SHARED_UNSIGNED},
    {"cutoffs", offsetof(ExploreSettings, cutoffs), SHARED_FLAG},
    {"exact-counts", offsetof(ExploreSettings, exact_counts), SHARED_FLAG},
    {"solver-limit", offsetof(ExploreSettings, solver_limit_ms), SHARED_LONG},
};

static uint64_t get_shared(const ExploreSettings *e, const SharedNumber *n) {
    const void *at = (const char *)e + n->offset;
    return n->type == SHARED_UNSIGNED ? *(const unsigned *)at
           : n->type == SHARED_LONG   ? *(const uint64_t *)at
                                      : *(const bool *)at;
}

static void set_shared(ExploreSettings *e, const SharedNumber *n, uint64_t x) {
    void *at = (char *)e + n->offset;
    if (n->type == SHARED_UNSIGNED)
        *(unsigned *)at = (unsigned)x;
    else if (n->type == SHARED_LONG)
        *(uint64_t *)at = x;
    else
        *(bool *)at = x != 0;
}

/* Lines NAME=VALUE, an empty line, and the build. */
const char *session_options_text(Arena *arena, const ExploreSettings *e, const TestBuild *b,
                                 const char *files) {
    StrBuf text = {0};
    for (size_t k = 0; k < ARRAY_LEN(shared_numbers); k++)
        str_addf(&text, "%s=%llu\n", shared_numbers[k].name,
                 (unsigned long long)get_shared(e, &shared_numbers[k]));
    str_addf(&text, "solver=%s\n", e->solver ? e->solver : "");
    if (*files) str_addf(&text, "files=%s\n", files);
    str_addc(&text, '\n');
    char *build = test_build_text(b);
    str_add(&text, build);
    free(build);
    const char *out = arena_strdup(arena, text.data);
    vec_free(&text);
    return out;
}

static bool read_setting_line(Session *s, const char *line, size_t n) {
    const char *value = memchr(line, '=', n);
    if (!value) return false;
    size_t length = (size_t)(value++ - line);
    char *text = arena_alloc(s->arena, n + 1);
    memcpy(text, value, n - length - 1);
    if (length == strlen("solver") && !strncmp(line, "solver", length)) {
        s->explore.solver = *text ? text : NULL;
        return true;
    }
    if (length == strlen("files") && !strncmp(line, "files", length)) {
        s->files = text;
        return *text != 0;
    }
    for (size_t k = 0; k < ARRAY_LEN(shared_numbers); k++)
        if (strlen(shared_numbers[k].name) == length &&
            !strncmp(line, shared_numbers[k].name, length)) {
            set_shared(&s->explore, &shared_numbers[k], strtoull(value, NULL, 10));
            return true;
        }
    return false;
}

bool session_options_read(Session *s, const char *text, char **error) {
    s->explore = test_settings_usual_exploration();
    s->files = "";
    for (; *text && *text != '\n';) {
        size_t n = strcspn(text, "\n");
        if (!read_setting_line(s, text, n)) {
            *error = xasprintf("the settings of the campaign are damaged");
            return false;
        }
        text += n + (text[n] == '\n');
    }
    return test_build_parse(text + (*text == '\n'), "the settings of the campaign", &s->build,
                            error);
}

const char *session_digest_text(Arena *arena, Digest d) {
    char text[40];
    snprintf(text, sizeof text, "%016llx%016llx", (unsigned long long)d.lane[0],
             (unsigned long long)d.lane[1]);
    return arena_strdup(arena, text);
}

const char *session_build_id(Arena *arena) {
    Digest d = digest_new();
    return load_key_executable(&d) ? session_digest_text(arena, d) : "";
}

/* The strategy of the build is a word for reports; names of files and folders decide where findings
 * are, which the program has. */
const char *session_digest(const Session *s, const CampaignInfo *info, const TestBuild *b,
                           const ExploreSettings *e) {
    TestBuild same = *b;
    char none[] = "", *files[] = {none};
    same.directory = same.strategy = none;
    same.files = files;
    same.nfiles = 1;
    same.plugins = NULL;
    same.nplugins = 0;
    same.compiler = NULL;
    same.ncompiler = 0;
    Digest d = digest_new();
    digest_add_text(&d, info->build);
    digest_add_text(&d, session_options_text(s->arena, e, &same, s->files));
    digest_add(&d, info->program, info->program_size);
    return session_digest_text(s->arena, d);
}
