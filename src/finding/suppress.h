/*
 * suppress.h — findings that the user does not want to hear of. A file has one rule a line,
 * `kind:pattern[:line]`, where the pattern (with * ? [] as in the shell) is matched against the
 * function, the file as told and the file's last part, and without a line against what raced (`x`,
 * `s.n`, `s`, `struct list.head`); kind may be * too. Empty lines and lines from # on are comments.
 */
#ifndef HEDDLE_FINDING_SUPPRESS_H
#define HEDDLE_FINDING_SUPPRESS_H

#include "finding/finding.h"

typedef struct Suppressions Suppressions;

/* NULL with one line in *error ("FILE:3: …"). */
Suppressions *suppressions_read(const char *path, char **error);
Suppressions *suppressions_parse(const char *text, const char *shown, char **error);
/* Whether a rule matches the finding's place, or the other place of a race. */
bool suppressions_match(const Suppressions *s, const Finding *f);
void suppressions_free(Suppressions *s);

#endif
