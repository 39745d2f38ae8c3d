/*
 * bound.h — loops without end that -DBOUND=N cuts after N rounds, so that what the programs expect can be
 * compared with an exploration that ends by itself. A waiting loop that is cut stops its thread: longer
 * waiting adds nothing.
 */
extern void __VERIFIER_assume(int);
#ifdef BOUND
#define FOREVER for (int round_ = 0; round_ < BOUND; round_++)
#define SPIN_WHILE(condition) __VERIFIER_assume(!(condition))
#define SPIN_BODY_WHILE(condition) for (int round_ = 0; (condition); __VERIFIER_assume(++round_ < BOUND))
#else
#define FOREVER for (;;)
#define SPIN_WHILE(condition) \
    while (condition) {}
#define SPIN_BODY_WHILE(condition) while (condition)
#endif
