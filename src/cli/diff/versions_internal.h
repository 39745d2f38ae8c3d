/*
 * versions_internal.h — shared by the files that compare two versions of a program: the current
 * comparison (versions.c), the database's data about versions (versions_database.c), and findings
 * of both (versions_findings.c). For these files only.
 */
#ifndef HEDDLE_CLI_DIFF_VERSIONS_INTERNAL_H
#define HEDDLE_CLI_DIFF_VERSIONS_INTERNAL_H

#include "cli/commands/test/test_run.h"
#include "cli/diff/versions.h"
#include "impact/direction.h"
#include "impact/impact.h"
#include "store/database.h"

/* A finding of the old version. */
typedef struct OldFinding {
    char *kind, *message, *place;
    char *test; /* the text of its test file */
    size_t test_size;
    Test *before; /* its contents, with places of the old version; NULL: it cannot be read */
    bool met;     /* the new version has it, too */
} OldFinding;

typedef struct Versions {
    DiffSettings *settings;
    Database *database;
    Arena *arena;
    uint64_t settings_hash, lineage;
    VersionInfo old; /* the database's data about the old version */
    const char *old_name;
    VEC(OldFinding) findings; /* of the old version */
    /* The version that is being explored. */
    bool is_new;
    int64_t version;
    TestRun *run; /* of that version */
    const TestBuild *build;
    const Program *program;
    VEC(VisibleRange) visible; /* bytes visible at the end of the old version's exploration */
    ExploreStore store;
    bool states;          /* chunks have states, not summaries */
    bool all_known;       /* all findings of the old version could be read */
    bool all_again;       /* all findings of the old version occur in the new one */
    VEC(Finding *) again; /* findings of the old version in the new one, until the result has
                             them */
    VEC(char *) told;     /* keys of findings that were reported before the exploration */
    bool whole;           /* the new version was explored completely */
    bool relative;        /* complete, relative to the exploration of the old version */
    bool stored_badly;    /* the database refused something, which was reported */
    uint64_t new_findings, still;
    uint64_t
        old_work; /* of the exploration of the old version, about in instructions; 0: unknown */
    bool sought;  /* new findings were looked for before the exploration, */
    uint64_t sought_runs; /* by this number of directed runs */
    Match *match;
    Direction *direction; /* of the new version; NULL: nothing of its own changed */
    Impact *impact;
    CodeNames *old_names;
    double analysis; /* seconds */
} Versions;

/* --- versions_database.c ---------------------------------------------------------------------- */

/* Reports once that the database cannot be used, and why (`error` is freed). Returns false. */
bool versions_complain(Versions *v, char *error);
/* The functions of an ExploreStore, for the current version. */
void versions_load_chunks(void *versions, void (*visit)(void *to, const void *chunk, size_t size),
                          void *to);
bool versions_save_chunk(void *versions, const void *chunk, size_t size);
/* Reads the old version's findings and visible bytes. False after an error message. */
bool versions_read_old(Versions *v);

/* --- versions_findings.c ---------------------------------------------------------------------- */

/* Stores a finding of the current version. For the new version, returns whether the old one has
 * it. */
Baseline versions_on_remark(void *versions, const Finding *f);
/* Executes the findings of the old version in the new one, before that is explored. */
void versions_replay_old(Versions *v);
/* Looks for new findings by runs that are directed to the change, before the analysis of what it
 * influences, in at most `seconds`. */
void versions_seek(Versions *v, double seconds);
/* Whether a finding was reported before the exploration. */
bool versions_on_known(void *versions, const Finding *f);

#endif
