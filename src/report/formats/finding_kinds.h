/*
 * finding_kinds.h — what a kind of finding means, in one sentence, for formats that describe their
 * rules.
 */
#ifndef HEDDLE_REPORT_FORMATS_FINDING_KINDS_H
#define HEDDLE_REPORT_FORMATS_FINDING_KINDS_H

/* Returns a constant; for an unknown kind a sentence that holds of every finding. */
const char *finding_kind_text(const char *kind);

#endif
