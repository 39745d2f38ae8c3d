/* test_cli.c — the command line: tables of options, options of the C compiler, lists of checks, help. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "cli/cli.h"
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static bool one_line(const char *s) { return s && *s && !strchr(s, '\n'); }

typedef struct Values {
    bool flag;
    const char *text, *choice, *maybe;
    uint64_t count;
    double seconds;
    StringList many;
    StringList kept;
    Arena *arena;
} Values;

static const char *const *dynamic_names(void) {
    static const char *const names[] = {"por", "dfs", NULL};
    return names;
}
static int hook(void *settings, int argc, char **argv, int *i, char **error) {
    Values *v = settings;
    return compiler_option(argc, argv, i, &v->kept, v->arena, error);
}
#define AT(field) offsetof(Values, field)
static const Option table[] = {
    {"flag", 'q', OPTION_FLAG, AT(flag), .help = "A flag.", .group = "Group"},
    {"text", 0, OPTION_STRING, AT(text), "TEXT", .help = "A text."},
    {"choice", 0, OPTION_CHOICE, AT(choice), NULL, "sync|memory", "later", dynamic_names, 0, "A choice."},
    {"maybe", 0, OPTION_OPTIONAL, AT(maybe), "X", .help = "An optional value."},
    {"count", 'n', OPTION_COUNT, AT(count), "N", .max = 100, .help = "A count."},
    {"seconds", 0, OPTION_SECONDS, AT(seconds), "S", .help = "A time."},
    {"many", 0, OPTION_STRINGS, AT(many), "M", .help = "Several."},
    {"bound", 0, OPTION_LATER, 0, "K"},
    {0},
};

/* Parses a line split at spaces; the error, or NULL. */
static char *parse(Values *v, const char *line, StringList *files, StringList *rest, bool *help) {
    *v = (Values){.arena = arena_new()};
    *files = *rest = (StringList){0};
    char *words[32];
    int n = 0;
    char *copy = arena_strdup(v->arena, line);
    for (char *s = strtok(copy, " "); s; s = strtok(NULL, " ")) words[n++] = s;
    OptionParser p = {.command = "test", .table = table, .other = hook, .trailing = true};
    char *error = NULL;
    CommandWords parsed = {0};
    bool fine = options_parse(&p, n, words, v, &parsed, &error);
    *files = parsed.positional, *rest = parsed.trailing, *help = parsed.help;
    assert_int_equal(fine, error == NULL);
    return error;
}
static void done(Values *v, StringList *files, StringList *rest) {
    vec_free(&v->many);
    vec_free(&v->kept);
    arena_free(v->arena);
    vec_free(files);
    vec_free(rest);
}

static void test_options(void **state) {
    Values v;
    StringList files, rest;
    bool help;
    char *e = parse(&v,
                    "-q a.c --text=x --choice dfs -n7 --maybe --seconds=1.5 --many=1 --many 2 -I inc -DX=2 "
                    "-std=c11 -O3 b.c -- -q c.c",
                    &files, &rest, &help);
    assert_null(e);
    assert_false(help);
    assert_true(v.flag);
    assert_string_equal(v.text, "x");
    assert_string_equal(v.choice, "dfs");
    assert_int_equal(v.count, 7);
    assert_string_equal(v.maybe, "");
    assert_true(v.seconds == 1.5);
    assert_int_equal(v.many.len, 2);
    assert_int_equal(files.len, 2);
    assert_string_equal(files.data[1], "b.c");
    assert_int_equal(rest.len, 2);
    assert_string_equal(rest.data[0], "-q");
    static const char *const kept[] = {"-I", "inc", "-D", "X=2", "-std=c11"};
    assert_int_equal(v.kept.len, ARRAY_LEN(kept));
    for (size_t i = 0; i < ARRAY_LEN(kept); i++) assert_string_equal(v.kept.data[i], kept[i]);
    done(&v, &files, &rest);

    e = parse(&v, "x.c --help --nonsense", &files, &rest, &help);
    assert_null(e);
    assert_true(help);
    done(&v, &files, &rest);

    static const struct {
        const char *line, *error;
    } bad[] = {
        {"--flagg", "did you mean --flag?"},
        {"--zzzzzz", "unknown option '--zzzzzz' (see heddle test --help)"},
        {"-z", "unknown option '-z'"},
        {"--flag=1", "--flag takes no value"},
        {"--text", "--text needs a value"},
        {"--text=", "not empty"},
        {"--choice=later", "--choice=later is not available in this version"},
        {"--choice=what", "--choice: 'what' is unknown; expected sync, memory, por or dfs"},
        {"--count=101", "--count: 101 is out of range (0 to 100)"},
        {"--count=-1", "whole number"},
        {"--count=1x", "whole number"},
        {"--count=99999999999999999999999", "whole number"},
        {"--seconds=x", "number of seconds"},
        {"--seconds=-1", "number of seconds"},
        {"--seconds=nan", "number of seconds"},
        {"--bound=3", "--bound is not available in this version"},
        {"-m32", "-m32 is not supported"},
        {"-std=c++17", "C++"},
        {"-x c++", "-x c++"},
        {"-I", "-I needs a value"},
        {"-include", "-include needs a value"},
    };
    for (size_t i = 0; i < ARRAY_LEN(bad); i++) {
        e = parse(&v, bad[i].line, &files, &rest, &help);
        if (!e || !strstr(e, bad[i].error))
            fail_msg("%s: '%s', not '%s'", bad[i].line, e ? e : "(accepted)", bad[i].error);
        assert_true(one_line(e));
        free(e);
        done(&v, &files, &rest);
    }
}

static void test_compiler_options(void **state) {
    static const struct {
        const char *line, *kept;
    } cases[] = {
        {"-pthread -lm -O2 -g -Wall -Wextra -m64 -L /x -l foo -pedantic -fPIC -march=native", ""},
        {"--include=a --define X -U Y -include f.h -isystem d", "-I a -D X -U Y -include f.h -isystem d "},
        {"-Wno-foo -w -fwrapv -funsigned-char",
         "-Wno-unknown-warning-option -Wno-foo -w -fwrapv -funsigned-char "},
        {"-x c -ansi", "-ansi "},
    };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        Values v;
        StringList files, rest;
        bool help;
        char *e = parse(&v, cases[i].line, &files, &rest, &help);
        assert_null(e);
        assert_int_equal(files.len, 0);
        StrBuf b = {0};
        str_add(&b, "");
        for (size_t k = 0; k < v.kept.len; k++) str_addf(&b, "%s ", v.kept.data[k]);
        assert_string_equal(b.data, cases[i].kept);
        vec_free(&b);
        done(&v, &files, &rest);
    }
}

static void test_help(void **state) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    options_help(table, out);
    fclose(out);
    assert_non_null(strstr(text, "\nGroup:\n  -q, --flag "));
    assert_non_null(strstr(text, "--choice=sync|memory|por|dfs"));
    assert_non_null(strstr(text, "--maybe[=X]"));
    assert_null(strstr(text, "bound")); /* not available, not offered */
    assert_null(strstr(text, "later"));
    free(text);
}

static void test_checks(void **state) {
    Checks c;
    char *error = NULL;
    assert_true(checks_parse(&c, NULL, &error));
    assert_true(c.memory && c.race && !c.leak && !c.overflow && !c.race_given);
    assert_true(checks_parse(&c, "leak,no-race", &error));
    assert_true(c.leak && c.memory && !c.race && c.race_given);
    assert_false(checks_tell(&c, "race"));
    assert_true(checks_tell(&c, "memory"));
    assert_true(checks_tell(&c, "unsupported"));
    assert_true(checks_parse(&c, "none,assertion", &error));
    assert_true(c.assertion && !c.memory && !c.race);
    assert_true(checks_parse(&c, "none,overflow", &error));
    assert_true(checks_tell(&c, "arithmetic"));
    assert_true(checks_parse(&c, "all", &error));
    assert_true(c.leak && c.overflow);
    assert_false(checks_parse(&c, "memory,sense", &error));
    assert_true(one_line(error));
    assert_non_null(strstr(error, "'sense'"));
    free(error);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_options),
        cmocka_unit_test(test_compiler_options),
        cmocka_unit_test(test_help),
        cmocka_unit_test(test_checks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
