/* command_resume.c — heddle resume: goes on with the campaign in a database, and reports it as
 * heddle test does. */
#include "cli/campaign/session.h"
#include "cli/commands/test/test_run.h"
#include "cli/guard.h"
#include "cli/words.h"
#include <stdio.h>
#include <stdlib.h>

/* Options of heddle test that are no settings of the campaign. */
static const char *const resume_options_of_test[] = {
    "jobs",        "max-time", "max-memory",   "out",   "summary",     "stats",  "sarif", "junit",
    "annotations", "witness",  "suppressions", "quiet", "test-format", "checks", NULL};

const Option *command_resume_options(void) {
    static Option all[ARRAY_LEN(resume_options_of_test)];
    size_t n = 0;
    if (all[0].name) return all;
    for (const Option *o = test_options; o->name; o++) {
        if (!is_one_of(o->name, resume_options_of_test)) continue;
        all[n] = *o;
        all[n].group = n ? NULL : "Options";
        n++;
    }
    return all;
}

static void resume_help(void) {
    puts("usage: heddle resume [OPTIONS] DB\n"
         "\n"
         "Goes on with the campaign in a database (heddle test --db), the newest one that is not "
         "finished, and\n"
         "reports it as heddle test does. It needs no source. A campaign that is finished is "
         "reported at once.\n"
         "--checks must be as it was given to heddle test.");
    options_help(command_resume_options(), stdout);
    puts("\nExit status: as of heddle test; 3 if the database stays away.");
}

static int resume(TestSettings *s, const char *address) {
    TestRun r;
    Session session;
    int status;
    if (!test_run_begin(&r, s)) {
        test_run_end(&r);
        return STATUS_USAGE;
    }
    cli_catch_signals();
    guard_begin(s->explore.max_time);
    bool opened = session_open(&session, address, database_wait_begin(guard_left(), s->quiet));
    Program *program = opened ? session_program(&session) : NULL;
    status = session_refused(&session);
    if (program && test_run_folder(s->out)) {
        if (!s->quiet) {
            session_tell(&session);
            session_tell_files(&session);
        }
        test_run_remove_old(s->out);
        r.build = &session.build;
        r.session = &session;
        r.kept = session.kept;
        session_add_workers(&session, s->explore.jobs);
        status = test_run_explore(&r, program, guard_left());
    }
    guard_end();
    program_free(program);
    session_close(&session);
    test_run_end(&r);
    return status;
}

static int resume_words(TestSettings *s, const CommandWords *words) {
    if (!test_run_settings(s)) return STATUS_USAGE;
    if (words->positional.len == 1) return resume(s, words->positional.data[0]);
    cli_error("heddle resume takes one database (see heddle resume --help)");
    return STATUS_USAGE;
}

int command_resume(int argc, char **argv) {
    TestSettings s = test_settings_usual();
    OptionParser parser = {.command = "resume", .table = command_resume_options()};
    CommandWords words = {0};
    int status;
    s.explore.strategy = "por";
    if (cli_parse(&parser, resume_help, argc, argv, &s, &words, &status))
        status = resume_words(&s, &words);
    command_words_clear(&words);
    test_settings_clear(&s);
    return status;
}
