/*
 * sequentialize.h — turns a program with threads into a sequential one in which one thread is
 * interfered by another one at a bounded number of reads. See section 4 of Razavi, Farzan, Holzer:
 * Bounded-Interference Sequentialization for Testing Concurrent Programs. The functions called by
 * the result are described in include/heddle/heddle_seq.h.
 */
#ifndef HEDDLE_ANALYSIS_SEQUENTIALIZE_H
#define HEDDLE_ANALYSIS_SEQUENTIALIZE_H

#include <stdbool.h>
#include <stdint.h>

struct LLVMOpaqueModule;

/* The settings; arrays have the reader first, then the writer. */
typedef struct Sequentialization {
    const char *routine[2]; /* start routines, or the entry; NULL: any */
    unsigned number[2];     /* which thread with this routine it is, from 1 on; 0: main */
    unsigned bound;         /* non-local reads */
    const char *entry;      /* the function where the program begins */
    const char *renamed;    /* a new name for it, which it gets in the end; NULL: none */
    uint64_t before, after; /* numbers of instructions, set by the transformation */
} Sequentialization;

/* The largest bound. */
enum { SEQUENTIALIZE_MOST = 16 };

/* Transforms all functions of the module. False with one line in *error (the caller frees) if a
 * routine is no function of the program. */
bool sequentialize(struct LLVMOpaqueModule *module, Sequentialization *s, char **error);

#endif
