/* expect: memory @a "null pointer" */
struct s {
    int a, b;
};
static struct s *find(int key) {
    static struct s only = {1, 2};
    return key == 1 ? &only : 0;
}
int main(void) {
    int b = find(1)->b;
    b += find(2)->b; /*a*/
    return b;
}
