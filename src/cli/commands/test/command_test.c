/*
 * command_test.c — heddle test: from the command line to one campaign, and from its findings to
 * test files, diagnostics and a summary.
 */
#include "cli/campaign/session.h"
#include "cli/guard.h"
#include "cli/commands/test/test_run.h"
#include "cli/commands/test/unseen_files.h"
#include <stdio.h>
#include <stdlib.h>

static void test_command_help(void) {
    puts("usage: heddle test [OPTIONS] FILE... [-- ARGUMENTS]\n"
         "\n"
         "Explores the program made of the FILEs (C sources .c, preprocessed C .i, LLVM 19 bitcode "
         ".bc or\n"
         "assembly .ll): all thread schedules and all values of the inputs that it marks as "
         "symbolic. Each\n"
         "failed assertion, memory error, deadlock, data race or misuse of a library call is "
         "reported once\n"
         "and written as a test for heddle replay. ARGUMENTS are passed to the program.");
    options_help(test_options, stdout);
    puts("\nC compiler options: -I -D -U -include -isystem -std= and others that change the "
         "meaning of the\n"
         "program are passed on; -O -g -W -l -L -pthread and the like are accepted and ignored.\n"
         "--include=DIR and --define=MACRO are -I and -D.\n"
         "\n"
         "Exit status: 0 explored completely, no bug found; 1 bug found; 2 bad usage or input; 3 "
         "stopped at\n"
         "a limit, no bug found; 4 internal error; 5 complete up to the bound that the summary "
         "states\n"
         "(interferences, reads, threads), no bug found.");
}

/* Explores as a campaign in a database, which may have been begun before. */
static int explore_in_database(TestRun *r, const TestSettings *s, const Program *program) {
    Session session;
    int status;
    DatabaseWait wait = database_wait_begin(guard_left(), s->quiet);
    if (session_create(&session, s, r->build, program, wait)) {
        if (!s->quiet) session_tell(&session);
        r->session = &session;
        r->kept = session.kept;
        session_add_workers(&session, s->explore.jobs);
        status = test_run_explore(r, program, guard_left());
        r->session = NULL;
        r->kept = NULL;
    } else
        status = session_refused(&session);
    session_close(&session);
    return status;
}

static int explore_files(TestSettings *s, const StringList *files, const StringList *arguments) {
    TestRun r;
    if (!test_run_begin(&r, s)) {
        test_run_end(&r);
        return STATUS_USAGE;
    }
    TestBuild build;
    test_settings_build(&build, s, &r.checks, files, arguments);
    if (!s->quiet) warn_of_unseen_files(s, arguments);
    r.build = &build;
    int status = STATUS_USAGE;
    cli_catch_signals();
    guard_begin(s->explore.max_time);
    guard_doing("the program was loaded", test_run_give_up, &r);
    char *cache = cli_cache_folder(s->cache);
    Program *program = cli_load_program(&build, cache);
    guard_doing(NULL, NULL, NULL);
    free(cache);
    if (program && s->dump_code) {
        if (program_dump(program, *s->dump_code ? s->dump_code : NULL, stdout))
            status = STATUS_NOTHING;
        else
            cli_error("--dump-code=%s: the program has no code for a function of this name",
                      s->dump_code);
    } else if (program && (!s->db || session_keeps_apart(s)) && test_run_folder(s->out)) {
        test_run_remove_old(s->out);
        r.leaves_memory = !s->db && !BASE_FINDS_LEAKS;
        status = s->db ? explore_in_database(&r, s, program)
                       : test_run_explore(&r, program, guard_left());
    }
    guard_end();
    program_free(program);
    test_build_clear(&build);
    test_run_end(&r);
    return status;
}

static int test_words(TestSettings *s, const CommandWords *words) {
    if (!test_run_settings(s) || (s->db && !session_allows(s))) return STATUS_USAGE;
    if (words->positional.len) return explore_files(s, &words->positional, &words->trailing);
    cli_error("no file to test given (see heddle test --help)");
    return STATUS_USAGE;
}

int command_test(int argc, char **argv) {
    TestSettings s = test_settings_usual();
    OptionParser parser = {
        .command = "test", .table = test_options, .other = test_other_option, .trailing = true};
    CommandWords words = {0};
    int status;
    if (cli_parse(&parser, test_command_help, argc, argv, &s, &words, &status))
        status = test_words(&s, &words);
    command_words_clear(&words);
    test_settings_clear(&s);
    return status;
}
