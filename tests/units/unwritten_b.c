static int taken(int *x) { return x[1]; }
int other(int given) {
    int x, in_memory[2];
    if (given > 1) x = in_memory[0] = 2;
    if (x == 5) return 1;
    return taken(in_memory) == 7 ? 2 : 1;
}
