/*
 * layout_table.h — where the functions and globals of one version of a program live, as text, so
 * that the next version keeps what it has in common with it at the same addresses: states of both
 * can be compared.
 */
#ifndef HEDDLE_PROGRAM_LAYOUT_TABLE_H
#define HEDDLE_PROGRAM_LAYOUT_TABLE_H

#include "program/program.h"

typedef struct LayoutTable LayoutTable;

typedef enum LayoutClass { LAYOUT_READONLY, LAYOUT_WRITABLE, LAYOUT_THREAD } LayoutClass;

/* Reads what program_layout_text wrote; lines that are none of it are skipped. */
LayoutTable *layout_table_read(const char *text);
void layout_table_free(LayoutTable *t);
/* The index of a function; UINT32_MAX: it had none. Below *layout_table_functions in any case. */
uint32_t layout_table_function(LayoutTable *t, const char *name);
uint32_t layout_table_functions(const LayoutTable *t);
/* The address (of a thread-local one: the offset) of a global of this key, size and class; 0: there
 * was none. Each is given once. */
uint64_t layout_table_global(LayoutTable *t, const char *key, uint64_t size, LayoutClass class);
/* Appends the lines of what was not asked for: it is not in this version, but may be in the
 * next. */
void layout_table_rest(const LayoutTable *t, StrBuf *out);
/* The first address behind all globals of a class. */
uint64_t layout_table_end(const LayoutTable *t, LayoutClass class);
/* Where the read-only ones end, and the others begin. */
uint64_t layout_table_readonly_size(const LayoutTable *t);

#endif
