#ifndef TWICE
#define TWICE
inline int twice(int x) { return x + x; }
#endif
