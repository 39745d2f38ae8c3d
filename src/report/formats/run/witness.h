/*
 * witness.h — the violation witness of SV-COMP (GraphML, version 1.0) of a failed assertion: an
 * automaton that leads a validator along the schedule.
 */
#ifndef HEDDLE_REPORT_FORMATS_WITNESS_H
#define HEDDLE_REPORT_FORMATS_WITNESS_H

#include "report/summary.h"

/* Returns the XML text of the first assertion that was found to fail, which the caller frees; NULL
 * if none was. */
char *witness_text(const Summary *s);

#endif
