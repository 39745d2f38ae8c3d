#include "inline_twice.h"
int from_b(int x) { return twice(x); }
