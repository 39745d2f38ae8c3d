/* expect: safe */
int somewhere_else(int);
static int unused;
int main(void) { return unused ? somewhere_else(3) : 0; }
