/* expect: memory @a "past the end of the global `table`" */
static int table[5] = {1, 2, 3, 4, 5};
int main(void) {
    int sum = 0;
    for (int i = 0; i <= 5; i++) sum += table[i]; /*a*/
    return sum;
}
