/*
 * statements.h — what the parts of the generator share: random choices, lines of text, and the statements of
 * each kind of feature. A function that makes statements returns what they cost, roughly the visible
 * operations in them; 0 where none fits. `budget` is what they may cost, `depth` counts the blocks they are
 * in.
 */
#ifndef HEDDLE_ORACLE_STATEMENTS_H
#define HEDDLE_ORACLE_STATEMENTS_H

#include "generator.h"

/* A number below n. */
unsigned draw(Generator *g, unsigned n);
/* True in so many cases of a hundred. */
bool chance(Generator *g, unsigned percent);
/* A line of the text, indented. */
void line(Generator *g, const char *format, ...) PRINTF_LIKE(2, 3);

/* A statement of any kind that the features allow; and some of them. */
unsigned statement(Generator *g, unsigned budget, int depth);
unsigned block(Generator *g, unsigned budget, int depth);
/* A thread writes a variable of its own and reads another's; what it finds says whether it waits. Who waits
 * in one run is so a matter of a circle of reads, each before a write. */
void crosswise(Generator *g);
/* An operation that happens only if an input of main's says so: with several of them in different threads,
 * each choice between branches leaves a choice between schedules. */
unsigned choice_by_input(Generator *g);
/* For coupled threads: which places they meet at; an access to one of them, by which a thread collects what
 * it reads, or writes (only that where `write`); several in a row, all of one kind; a claim about what was
 * collected, which fails in one of many ways; and one after the other about nearly all there can be, errors
 * of their own, each with the couplings that it takes. */
void coupled_spots(Generator *g);
unsigned coupled_access(Generator *g, bool write);
unsigned coupled_series(Generator *g);
void coupled_claim(Generator *g);
void coupled_claims(Generator *g);
/* A claim about variables, which may well fail. */
void assertion(Generator *g);

/* A loop that goes on until what it looks at has changed. */
unsigned wait_by_looking(Generator *g, unsigned budget, int depth);
/* A mutex is locked, and unlocked at the end of what is in between. */
unsigned locked(Generator *g, unsigned budget, int depth);
/* Some operation on one of the objects beyond mutexes and condition variables. */
unsigned other_object(Generator *g, unsigned budget, int depth);

/* Accesses to shared variables. */
unsigned plain_access(Generator *g);
unsigned atomic_access(Generator *g);
/* The same to memory that may not have been written yet, and what is decided by it. */
void unwritten_declarations(Generator *g);
void unwritten_preparations(Generator *g);
/* Main learns of what threads freed, and allocates, before it waits for them. */
void unwritten_in_main(Generator *g);
unsigned unwritten_access(Generator *g);
unsigned give_back(Generator *g);
/* What these need, at the top of the program. */
void local_declarations(Generator *g);
void struct_declarations(Generator *g);

/* A thread sleeps, or looks at a clock. */
unsigned time_passes(Generator *g);
void time_declarations(Generator *g);
void time_preparations(Generator *g);
/* A thread prints, or looks at what the standard output holds; at the end main does. */
unsigned print_statement(Generator *g);
void print_declarations(Generator *g);
void print_preparations(Generator *g);
void print_end(Generator *g);
/* A thread draws random numbers, or compares them. */
unsigned random_statement(Generator *g);
void random_declarations(Generator *g);
void random_preparations(Generator *g);
/* A thread asks how one was made, or changes how the next one will be. 0: nothing fits. */
unsigned attribute_statement(Generator *g);
void attribute_declarations(Generator *g);
void attribute_preparations(Generator *g);
void create_with_attributes(Generator *g, unsigned child, unsigned routine);

/* An assertion at a place of its own, of a text that others have, too; or a change of what decides whether
 * they are met. 0: nothing fits. */
unsigned repeated_statement(Generator *g, int depth);
unsigned repeated_assertion(Generator *g);
/* What the number of such an assertion stands behind, and how many there are in a text. */
extern const char repeated_mark[];
unsigned repeated_claims(const char *text);

/* What a thread does with atomic sections that matter as a whole. */
void sectioned(Generator *g);
void section_declarations(Generator *g);

/* A loop that does nothing visible, for longer than the engine waits before it compares states. */
unsigned silent_statement(Generator *g);
void silent_declarations(Generator *g);

/* What libraries offer beyond objects. */
unsigned more(Generator *g);

/* The objects of the kernel are made before there are other threads. */
void kernel_objects(Generator *g);
/* Something about signals. 0: nothing fits. */
unsigned signal_statement(Generator *g);
void signal_declarations(Generator *g);
void signal_preparations(Generator *g);
/* One system call. */
unsigned system_call(Generator *g);

#endif
