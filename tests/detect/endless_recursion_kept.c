/* expect: memory "recursion" */
/* A call in tail position is a call: endless recursion is no loop. */
static int depth(int n) { return n == -1 ? 0 : depth(n + 1); }
int main(void) { return depth(0); }
