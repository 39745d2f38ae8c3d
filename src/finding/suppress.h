/*
 * suppress.h — findings to suppress on the user's request. A file has one rule per line,
 * `kind:pattern[:line]`. The pattern (with * ? [] as in the shell) is matched with the function,
 * the file as reported and the file's last part. Without a line it is also matched with the
 * variable (`x`, `s.n`, `s`, `struct list.head`). The kind may be *, too. Empty lines and lines
 * from # on are comments.
 */
#ifndef HEDDLE_FINDING_SUPPRESS_H
#define HEDDLE_FINDING_SUPPRESS_H

#include "finding/finding.h"

typedef struct Suppressions Suppressions;

/* Reads the rules of a file or a text. Returns NULL with one line in *error ("FILE:3: …"). */
Suppressions *suppressions_read(const char *path, char **error);
Suppressions *suppressions_parse(const char *text, const char *shown, char **error);
/* Whether a rule matches the finding's place, the other place of a race, or the variable. */
bool suppressions_match(const Suppressions *s, const Finding *f);
void suppressions_free(Suppressions *s);

#endif
