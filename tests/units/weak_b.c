extern int limit;
int get_limit(void) { return limit; }
