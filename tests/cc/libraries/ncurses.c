/* A screen of a terminal that is known without a database. */
#include <curses.h>

int main(void) {
    SCREEN *screen = newterm("vt100", stdout, stdin);
    if (!screen) return 1;
    mvprintw(2, 3, "number %d", 7);
    refresh();
    endwin();
    delscreen(screen);
    return 0;
}
