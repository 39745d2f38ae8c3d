/* expect: memory @a "8 bytes before the global `table` of 80 bytes" */
long first[10] = {1}, table[10] = {2};
long last[10] = {3};
static long at(int k) { return table[k]; /*a*/ }
int main(int argc, char **argv) {
    (void)argv;
    return (int)(first[0] + last[0] + at(argc - 2));
}
