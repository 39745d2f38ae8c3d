/* A database in memory. */
#include <sqlite3.h>
#include <stdio.h>

static int row(void *unused, int n, char **values, char **names) {
    (void)unused;
    for (int k = 0; k < n; k++) printf("%s = %s\n", names[k], values[k]);
    return 0;
}

int main(void) {
    sqlite3 *db;
    char *error = NULL;
    if (sqlite3_open(":memory:", &db)) return 1;
    if (sqlite3_exec(db,
                     "CREATE TABLE t(a, b); INSERT INTO t VALUES (1, 'x'), (2, 'y');"
                     "SELECT sum(a) s, group_concat(b) g FROM t;",
                     row, NULL, &error)) {
        puts(error);
        return 2;
    }
    return sqlite3_close(db);
}
