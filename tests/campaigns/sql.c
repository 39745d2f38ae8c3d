/* sql.c — runs one statement on a database of SQLite, and prints the first value: what the tests change or
 * look at behind the back of heddle. With SECONDS it stays connected so long, in the transaction that the
 * statement may have begun. Usage: campaign-sql FILE STATEMENT [SECONDS] */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int print(void *context, int n, char **values, char **names) {
    (void)context, (void)names;
    if (n > 0) puts(values[0] ? values[0] : "");
    return 0;
}

int main(int argc, char **argv) {
    sqlite3 *db = NULL;
    char *error = NULL;
    if (argc != 3 && argc != 4) return 2;
    int fine = sqlite3_open(argv[1], &db) == SQLITE_OK &&
               sqlite3_exec(db, argv[2], print, NULL, &error) == SQLITE_OK;
    if (!fine) fprintf(stderr, "%s\n", error ? error : sqlite3_errmsg(db));
    if (fine && argc == 4) sleep((unsigned)atoi(argv[3]));
    sqlite3_close(db);
    return fine ? 0 : 1;
}
