/* expect: memory @a "past the end of the global `table`" */
static const int table[3] = {1, 2, 3};
int main(void) { return table[3]; /*a*/ }
