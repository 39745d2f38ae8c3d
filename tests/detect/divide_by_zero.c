/* expect: arithmetic @a "division by zero" */
int zero;
int main(void) { return 10 / zero; /*a*/ }
