/*
 * command_diff.c — heddle diff: explores a changed version of a program, without the parts that the
 * change cannot have influenced. Results of earlier versions are in a database beside the output
 * folder.
 */
#include "cli/commands/test/test_run.h"
#include "cli/diff/versions.h"
#include "cli/words.h"
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

static const Option more_options[] = {
    {"prune", 0, OPTION_CHOICE, offsetof(DiffSettings, prune), NULL, "scia|cia|none|paper", NULL,
     NULL, 0,
     "What to prune from the exploration of the new version: scia (the default: choices that "
     "nothing "
     "affected "
     "by the change depends on, and what summaries or states of earlier explorations cover), cia "
     "(only these "
     "choices), none, or paper (by the published rules, which lose bugs; dpor only).",
     .group = "Versions"},
    {"fail-on", 0, OPTION_CHOICE, offsetof(DiffSettings, fail_on), NULL, "any|new", NULL, NULL, 0,
     "Which findings of the new version make the exit status 1: any (the default), or only new "
     "ones, for a gate before changes are accepted."},
    {"list", 0, OPTION_FLAG, offsetof(DiffSettings, list),
     .help = "Only print the functions and globals that changed."},
    {"explain", 0, OPTION_FLAG, offsetof(DiffSettings, explain),
     .help = "Only print, for each line, whether it changed, may be affected by the change, may "
             "affect it, or "
             "may influence what is affected."},
    {"old-plugin", 0, OPTION_STRINGS, offsetof(DiffSettings, old_plugins), "[NAME=]FILE",
     .help = "A plugin of OLD, as --plugin, which is then of NEW only. May be repeated."},
    {"db", 0, OPTION_STRING, offsetof(DiffSettings, database), "FILE|URI",
     .help =
         "Database of earlier explorations: a file (default: the name of the output folder with "
         ".db), or postgresql://..."},
    {"db-limit", 0, OPTION_COUNT, offsetof(DiffSettings, most_mib), "MIB", .max = 1 << 20,
     .positive = true,
     .help = "Maximal size of the database (default: 512). At this size the oldest versions are "
             "deleted and no "
             "more is stored for a version."},
    {0},
};

#define MOST_OPTIONS 80

const Option *command_diff_options(void) {
    static Option all[MOST_OPTIONS];
    if (all[0].name) return all;
    size_t n = 0;
    for (const Option *o = more_options; o->name; o++) all[n++] = *o;
    for (const Option *o = test_options; o->name && n + 1 < MOST_OPTIONS; o++)
        if (strcmp(o->name, "db") != 0) all[n++] = *o; /* it has one of its own */
    return all;
}

static void diff_help(void) {
    puts(
        "usage: heddle diff [OPTIONS] OLD NEW [-- ARGUMENTS]\n"
        "\n"
        "Explores NEW, a changed version of the program OLD, like heddle test, but leaves out what "
        "the\n"
        "change cannot influence. Each is a file that heddle test takes, or several separated by "
        "commas.\n"
        "A database keeps what was explored of each version; OLD is explored first if the database "
        "lacks\n"
        "it. Each finding is reported as new or still there, and findings of OLD that are gone are "
        "listed.\n"
        "The tests of NEW are in the output folder, those of OLD, if it was explored, in its "
        "folder old/.\n"
        "\n"
        "    heddle diff --list old.c new.c          which functions and globals changed\n"
        "    heddle diff --explain old.c new.c       how each line relates to the change\n"
        "    heddle diff old.c new.c                 explores old.c once, then what the change may "
        "influence\n"
        "    heddle diff a.c,b.c new/a.c,new/b.c     programs of two files\n"
        "    heddle diff --max-time=60 --fail-on=new old.c new.c    a gate: what is new, in a "
        "minute\n"
        "\n"
        "With --max-time, findings of OLD are tried in NEW first, then runs near the change look "
        "for new ones,\n"
        "before it is found out what need not be explored; where all of OLD was explored in a "
        "moment, NEW is\n"
        "explored at once. With --stop-at-first it ends at the "
        "first finding\n"
        "that counts.\n");
    options_help(command_diff_options(), stdout);
    puts("\nC compiler options are treated as by heddle test, for both versions.\n"
         "\n"
         "Exit status, for NEW: 0 explored completely, no bug found; 1 bug found (with "
         "--fail-on=new: a new\n"
         "one); 2 bad usage or input; 3 stopped at a limit (NEW or OLD), no bug found; 4 internal "
         "error.");
}

static int diff_words(DiffSettings *d, const CommandWords *words) {
    if (!test_run_settings(&d->test)) return STATUS_USAGE;
    if (d->test.explore.path_tests != PATHS_NONE) {
        cli_error("--tests=%s: heddle diff leaves paths out, and writes tests of findings only",
                  d->test.tests);
        return STATUS_USAGE;
    }
    if (words->positional.len != 2) {
        cli_error(
            "heddle diff takes two versions, OLD and NEW, one word each (see heddle diff --help)");
        return STATUS_USAGE;
    }
    /* What the database has of a version is the exploration of one strategy. */
    d->test.explore.strategy = strategy_first(strategy_named(d->test.explore.strategy))->name;
    return versions_compare(d, words->positional.data[0], words->positional.data[1],
                            &words->trailing);
}

int command_diff(int argc, char **argv) {
    DiffSettings d = {
        .test = test_settings_usual(), .prune = "scia", .fail_on = "any", .most_mib = 512};
    OptionParser parser = {.command = "diff",
                           .table = command_diff_options(),
                           .other = test_other_option,
                           .trailing = true};
    CommandWords words = {0};
    int status;
    if (cli_parse(&parser, diff_help, argc, argv, &d, &words, &status))
        status = diff_words(&d, &words);
    command_words_clear(&words);
    vec_free(&d.old_plugins);
    test_settings_clear(&d.test);
    return status;
}
