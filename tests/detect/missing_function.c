/* expect: incomplete */
/* incomplete: `somewhere_else`, which is not defined */
int somewhere_else(int);
int main(void) { return somewhere_else(3); }
