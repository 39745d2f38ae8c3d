/* expect: memory "recursion" */
static int depth(int n) { return n == -1 ? 0 : 1 + depth(n + 1) + depth(n + 2); }
int main(void) { return depth(0); }
