/* expect: race @RACE */
/* options: --strategy=unfold */
/* In a replay an input has the name and the bytes that it had, though another one of that name was met first.
 */
#include "../strategies/inputs_of_sizes.c"
