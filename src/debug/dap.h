/*
 * dap.h — the debugger for editors: the Debug Adapter Protocol.
 */
#ifndef HEDDLE_DEBUG_DAP_H
#define HEDDLE_DEBUG_DAP_H

#include "debug/session.h"

/* Opens the test at a path, which ends the one opened before. NULL with one line in *error (the
 * caller frees), which is NULL if it was told. */
typedef DebugSession *DebugOpen(void *context, const char *path, char **error);

/* Serves one editor, on standard input and output, or (`port` not 0) on a port of the loopback
 * address, until it disconnects. `path` (NULL: none) is the test where the editor names none.
 * Returns the exit status. */
int debug_adapter(DebugOpen *open, void *context, const char *path, unsigned port);

#endif
