/*
 * foreign_text.h — file names, messages and names of the program in formats that demand valid
 * UTF-8, a URI or XML. Bytes that a format has no place for are written as \xNN.
 */
#ifndef HEDDLE_REPORT_FORMATS_FOREIGN_TEXT_H
#define HEDDLE_REPORT_FORMATS_FOREIGN_TEXT_H

#include "base/base.h"

#include <jansson.h>

/* The functions that return a char * leave it to the caller to free. NULL counts as "". */

/* Returns valid UTF-8. Control characters stay as they are, other bytes become \xNN. */
char *foreign_utf8(const char *s);
/* Returns the same as a JSON string. */
json_t *foreign_json(const char *s);
/* Returns the lines of a JSON text, and takes the reference. */
char *foreign_json_lines(json_t *j);
/* Returns a file name as a URI reference: relative to a folder, or file:///… if it is absolute.
 * Bytes that are neither letters, digits nor one of -._~/ become %NN, so that none is lost. */
char *foreign_uri(const char *path);
/* Whether a file belongs to Heddle's libc and runtime, not to the folder of the program. */
bool foreign_is_library(const char *file);
/* Returns the text for an element or a quoted attribute of XML 1.0. Control characters that XML
 * cannot have become \xNN. */
char *foreign_xml(const char *s);

#endif
