/*
 * outlined.h — statements of a random program as functions of their own, as larger programs have them: then a
 * change is in a function that is entered in some runs only, or before others.
 */
#ifndef HEDDLE_TESTS_ORACLE_OUTLINED_H
#define HEDDLE_TESTS_ORACLE_OUTLINED_H

/* Returns the text of a program in which simple statements are calls; each stays on its line. The caller
 * frees. */
char *outline(const char *text);

#endif
