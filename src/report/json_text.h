/*
 * json_text.h — any bytes as JSON: as a string if they are UTF-8 without zeros, else as {"hex":
 * "…"}. File names, messages and output of programs are bytes; none may be lost or refused.
 */
#ifndef HEDDLE_REPORT_JSON_TEXT_H
#define HEDDLE_REPORT_JSON_TEXT_H

#include <jansson.h>

/* Returns a new reference; NULL counts as "". */
json_t *json_text(const char *s);
/* The same for `n` bytes; NULL counts as empty. */
json_t *json_bytes(const char *s, size_t n);
/* Returns `n` bytes as a string of pairs of hexadecimal digits. */
json_t *json_hex(const void *bytes, size_t n);

#endif
