/*
 * views.h — what both faces of the debugger show of a session: threads, places, steps, locks, the
 * finding. Texts are the caller's to free. Not for other rooms.
 */
#ifndef HEDDLE_DEBUG_VIEWS_H
#define HEDDLE_DEBUG_VIEWS_H

#include "debug/debugger.h"

/* "thread 0.2", and what it does: "blocked: waits for the mutex `m`, held by thread 0". */
char *view_thread_name(const DebugSession *s, int slot);
char *view_thread_status(DebugSession *s, int slot);
/* Whether there is a thread in the slot that has frames: it has started and not ended. */
bool view_has_frames(const DebugSession *s, int slot);
/* Returns the slot of a thread by its name ("0.2"), or -1. */
int view_thread_named(const DebugSession *s, const char *name);

/* The place of a frame. */
SourcePlace view_frame_place(const DebugSession *s, int slot, uint32_t frame);
/* A line of a source file without its end; NULL: it cannot be read. */
char *view_source_line(const char *file, uint32_t line);

/* Step `k`, from 0, in words: "thread 0.1  lock the mutex `m`"; what is not executed yet as far as
 * it is known. */
char *view_step(DebugSession *s, size_t k);
/* The place of step `k`, if it is known (file NULL: not). The caller frees it with place_free. */
SourcePlace view_step_place(DebugSession *s, size_t k);

/* One lock that is held, or waited for. */
typedef struct ViewLock {
    char *name; /* "the mutex `m`" */
    char *text; /* "held by thread 0.1; thread 0.2 waits" */
} ViewLock;
typedef VEC(ViewLock) ViewLocks;
void view_locks(DebugSession *s, ViewLocks *out);
void view_locks_free(ViewLocks *locks);

/* The local variables of a frame: of several with one name, the one that the name means. */
typedef VEC(const DebugVariable *) ViewVariables;
void view_locals(const DebugScope *scope, ViewVariables *out);
/* The global variables of the program's own; of static ones in functions, those of the frame's. */
void view_globals(const DebugScope *scope, ViewVariables *out);

/* What the finding says, where the session stands at it; NULL: it does not. */
char *view_error(DebugSession *s);

#endif
