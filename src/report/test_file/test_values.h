/*
 * test_values.h — single values of a test file (test_read.c). Each is checked, and errors are
 * reported with their place in the file. After the first error no others are noted, and values are
 * empty.
 */
#ifndef HEDDLE_REPORT_TEST_FILE_TEST_VALUES_H
#define HEDDLE_REPORT_TEST_FILE_TEST_VALUES_H

#include "finding/finding.h"
#include <jansson.h>

/* A position in the file: a chain from the innermost value to the root, for messages. */
typedef struct Where {
    const struct Where *up;
    const char *key; /* NULL: an array's element */
    size_t index;
} Where;

typedef struct Reader {
    const char *shown;
    char *error;
} Reader;

/* Notes an error in the value at a position, unless there was one already. */
void value_wrong(Reader *r, const Where *w, const char *format, ...) PRINTF_LIKE(3, 4);
/* Returns the bytes of a string of hexadecimal digits, followed by a zero byte, or NULL after an
 * error. */
uint8_t *value_hex_bytes(Reader *r, const Where *w, const json_t *j, size_t *n);
/* Returns a text, which may contain zeros if `length` is not NULL. Never returns NULL, so that
 * callers need not check. */
char *value_text(Reader *r, const Where *w, const json_t *j, size_t *length);
/* Notes an error unless `j` is an object whose members are exactly those of `keys` ("a b c?"; ?
 * marks optional ones). */
bool value_check_keys(Reader *r, const Where *w, const json_t *j, const char *keys);
size_t value_array_size(Reader *r, const Where *w, const json_t *j);
/* Return members of an object, by their names. */
char *member_text(Reader *r, const Where *w, const json_t *j, const char *key);
uint32_t member_uint(Reader *r, const Where *w, const json_t *j, const char *key);
bool member_bool(Reader *r, const Where *w, const json_t *j, const char *key);
uint64_t member_hex(Reader *r, const Where *w, const json_t *j, const char *key);
char **member_texts(Reader *r, const Where *w, const json_t *j, const char *key, size_t *n);
SourcePlace member_place(Reader *r, const Where *w, const json_t *j, const char *key);
/* Returns a place in the source from an object; its texts are never NULL. */
SourcePlace value_place(Reader *r, const Where *w, const json_t *j);

#endif
