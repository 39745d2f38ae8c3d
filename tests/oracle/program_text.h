/*
 * program_text.h — the parts of the text of random programs that are the same in all of them.
 */
#ifndef HEDDLE_ORACLE_PROGRAM_TEXT_H
#define HEDDLE_ORACLE_PROGRAM_TEXT_H

/* Headers, and what stands for the engine's functions where a program runs natively. */
extern const char program_prologue[];
/* The descriptors, and calls whose results are small numbers. */
extern const char program_kernel_prologue[];
/* Headers for what the system tells. */
extern const char program_told_prologue[];
/* Sending signals, waiting for them. */
extern const char program_signal_prologue[];
/* main: runs `program` once, or natively RUNS times in processes of their own. */
extern const char program_epilogue[];

#endif
