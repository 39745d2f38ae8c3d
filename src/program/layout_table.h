/*
 * layout_table.h — the addresses of the functions and globals of one version of a program, as text.
 * The next version keeps what both have in common at the same addresses, so that states of the two
 * can be compared.
 */
#ifndef HEDDLE_PROGRAM_LAYOUT_TABLE_H
#define HEDDLE_PROGRAM_LAYOUT_TABLE_H

#include "program/program.h"

typedef struct LayoutTable LayoutTable;

typedef enum LayoutClass { LAYOUT_READONLY, LAYOUT_WRITABLE, LAYOUT_THREAD } LayoutClass;

/* Reads the text of program_layout_text. Lines of another form are skipped. */
LayoutTable *layout_table_read(const char *text);
void layout_table_free(LayoutTable *t);
/* Returns the index of a function, below layout_table_functions; UINT32_MAX if it had none. */
uint32_t layout_table_function(LayoutTable *t, const char *name);
uint32_t layout_table_functions(const LayoutTable *t);
/* Returns the address of a global of this key, size and class; for a thread-local one, its offset.
 * Returns 0 if there was none. Each is given once. */
uint64_t layout_table_global(LayoutTable *t, const char *key, uint64_t size, LayoutClass class);
/* Appends the lines of entries that were not asked for: this version lacks them, but the next may
 * have them. */
void layout_table_rest(const LayoutTable *t, StrBuf *out);
/* Returns the first address behind all globals of a class. */
uint64_t layout_table_end(const LayoutTable *t, LayoutClass class);
/* Returns the size of the read-only part of the image: the other globals begin there. */
uint64_t layout_table_readonly_size(const LayoutTable *t);

#endif
