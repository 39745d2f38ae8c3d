/*
 * json_text.h — any C string as JSON: as a string where it is UTF-8, else as {"hex": "…"}. File names,
 * messages and output of programs are bytes; none may be lost or refused.
 */
#ifndef HEDDLE_REPORT_JSON_TEXT_H
#define HEDDLE_REPORT_JSON_TEXT_H

#include <jansson.h>

/* A new reference; NULL counts as "". */
json_t *json_text(const char *s);

#endif
