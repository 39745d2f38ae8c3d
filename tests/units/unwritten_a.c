/* Variables in registers and in memory that may be read before they are written, in both units. */
#include <stdlib.h>
int other(int given);
static int mine(int given) {
    int x, y;
    if (given & 1) x = 3;
    if (given & 2) y = 4;
    return x > y;
}
int main(void) {
    int places[3];
    places[1] = 1;
    int given = other(places[1]);
    if (mine(given)) given++;
    return places[given & 2] ? 0 : 1;
}
