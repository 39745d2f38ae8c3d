/*
 * versions_internal.h — what the files share that compare two versions of a program: the comparison
 * at hand (versions.c), what the database keeps of versions (versions_database.c), and which
 * findings both have (versions_findings.c). Not for others.
 */
#ifndef HEDDLE_CLI_DIFF_VERSIONS_INTERNAL_H
#define HEDDLE_CLI_DIFF_VERSIONS_INTERNAL_H

#include "cli/commands/test_run.h"
#include "cli/diff/versions.h"
#include "impact/impact.h"
#include "store/database.h"

/* What of a finding of the old version is left to be told. */
typedef struct OldFinding {
    char *kind, *message, *place;
    char *test; /* the text of its test file */
    size_t test_size;
    Test *before; /* what that says, with places of the old version; NULL: it cannot be read */
    bool met;     /* in the new version, too */
} OldFinding;

typedef struct Versions {
    DiffSettings *settings;
    Database *database;
    Arena *arena;
    uint64_t settings_hash, lineage;
    VersionInfo old; /* what the database knows of it */
    const char *old_name;
    VEC(OldFinding) findings; /* of it */
    /* Of the version that is being explored. */
    bool is_new;
    int64_t version;
    TestRun *run; /* of it */
    const TestBuild *build;
    const Program *program;
    VEC(VisibleRange) visible; /* what was visible in the end when the old one was explored */
    ExploreStore store;
    bool states;          /* what chunks have are states, not summaries */
    bool all_known;       /* all findings of the old version could be read */
    bool all_again;       /* all findings of the old version occur in the new one */
    VEC(Finding *) again; /* of the old version, in the new one; until the result has them */
    VEC(char *) told;     /* keys of findings that were told before the exploration */
    bool relative;        /* complete, as far as the exploration of the old version was */
    bool stored_badly;    /* the database refused something; it was told */
    uint64_t new_findings, still;
    Match *match;
    Impact *impact;
    CodeNames *old_names;
    double analysis; /* seconds */
} Versions;

/* --- versions_database.c ---------------------------------------------------------------------- */

/* Tells once that the database cannot be used, and why (freed here); false. */
bool versions_complain(Versions *v, char *error);
/* What an ExploreStore does, for the version at hand. */
void versions_load_chunks(void *versions, void (*visit)(void *to, const void *chunk, size_t size),
                          void *to);
bool versions_save_chunk(void *versions, const void *chunk, size_t size);
/* What the old version's findings and summary say. */
bool versions_read_old(Versions *v);

/* --- versions_findings.c ---------------------------------------------------------------------- */

/* Keeps a finding of the version at hand; of the new one, says whether the old one has it. */
const char *versions_on_remark(void *versions, const Finding *f);
/* Runs the findings of the old version in the new one, before that is explored. */
void versions_replay_old(Versions *v);
/* Whether a finding was told before the exploration. */
bool versions_on_known(void *versions, const Finding *f);

#endif
