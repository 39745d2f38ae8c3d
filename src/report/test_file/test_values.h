/*
 * test_values.h — single values of a test file (test_read.c): each is checked, and what is wrong is
 * told with its place in the file. After the first complaint the others are dropped, and values are
 * empty.
 */
#ifndef HEDDLE_REPORT_TEST_FILE_TEST_VALUES_H
#define HEDDLE_REPORT_TEST_FILE_TEST_VALUES_H

#include "finding/finding.h"
#include <jansson.h>

/* Where in the file we are: a chain from the innermost value to the root, for messages. */
typedef struct Where {
    const struct Where *up;
    const char *key; /* NULL: an array's element */
    size_t index;
} Where;

typedef struct Reader {
    const char *shown;
    char *error;
} Reader;

/* Notes what is wrong with the value at a place, unless something was already. */
void value_wrong(Reader *r, const Where *w, const char *format, ...) PRINTF_LIKE(3, 4);
/* Bytes of a string of hexadecimal digits; NULL after a complaint. One more byte, zero, follows
 * them. */
uint8_t *value_hex_bytes(Reader *r, const Where *w, const json_t *j, size_t *n);
/* A text, which may contain zeros when `length` is asked for; never NULL, so that what follows need
 * not ask. */
char *value_text(Reader *r, const Where *w, const json_t *j, size_t *length);
/* Complains unless `j` is an object whose members are exactly those of `keys` ("a b c?"; ? marks
 * optional ones). */
bool value_check_keys(Reader *r, const Where *w, const json_t *j, const char *keys);
size_t value_array_size(Reader *r, const Where *w, const json_t *j);
/* Members of an object, by their names. */
char *member_text(Reader *r, const Where *w, const json_t *j, const char *key);
uint32_t member_uint(Reader *r, const Where *w, const json_t *j, const char *key);
bool member_bool(Reader *r, const Where *w, const json_t *j, const char *key);
uint64_t member_hex(Reader *r, const Where *w, const json_t *j, const char *key);
char **member_texts(Reader *r, const Where *w, const json_t *j, const char *key, size_t *n);
SourcePlace member_place(Reader *r, const Where *w, const json_t *j, const char *key);
/* An object that is a place in the source; its texts are never NULL. */
SourcePlace value_place(Reader *r, const Where *w, const json_t *j);

#endif
