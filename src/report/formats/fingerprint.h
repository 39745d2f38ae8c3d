/*
 * fingerprint.h — what identifies a finding to a reader that compares reports of several versions:
 * its kind, functions and text, without numbers of lines, files and addresses.
 */
#ifndef HEDDLE_REPORT_FORMATS_FINGERPRINT_H
#define HEDDLE_REPORT_FORMATS_FINGERPRINT_H

#include "finding/finding.h"

/*
 * Returns 32 hexadecimal digits and a number for each finding, "…:1"; the caller frees each text
 * and the array. The number tells findings apart that agree in everything else: it is their place
 * in the order of the source, so it does not depend on the order of discovery.
 */
char **fingerprints_of(Finding *const *findings, size_t n);

#endif
