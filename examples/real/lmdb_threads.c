/* lmdb_threads.c — a writer and a reader of one LMDB environment, in two threads. */
#include <assert.h>
#include <lmdb.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static MDB_env *env;
static MDB_dbi dbi;

static void put(const char *key, const char *value) {
    MDB_txn *txn;
    MDB_val k = {strlen(key), (void *)key}, v = {strlen(value), (void *)value};
    int error = mdb_txn_begin(env, NULL, 0, &txn);
    assert(!error);
    error = mdb_put(txn, dbi, &k, &v, 0);
    assert(!error);
    error = mdb_txn_commit(txn);
    assert(!error);
}

static void *write_one(void *arg) {
    put("a", "two");
    return arg;
}

/* The reader sees the old value or the new one, whole. */
static void *read_one(void *arg) {
    MDB_txn *txn;
    MDB_val k = {1, "a"}, v;
    int error = mdb_txn_begin(env, NULL, MDB_RDONLY, &txn);
    assert(!error);
    error = mdb_get(txn, dbi, &k, &v);
    assert(!error && v.mv_size == 3);
    assert(!memcmp(v.mv_data, "one", 3) || !memcmp(v.mv_data, "two", 3));
    mdb_txn_abort(txn);
    return arg;
}

int main(void) {
    MDB_txn *txn;
    pthread_t writer, reader;
    mkdir("db", 0700);
    int error = mdb_env_create(&env);
    assert(!error);
    error = mdb_env_set_mapsize(env, 1 << 18);
    assert(!error);
    error = mdb_env_open(env, "db", MDB_NOSYNC | MDB_NOTLS, 0600);
    assert(!error);
    error = mdb_txn_begin(env, NULL, 0, &txn);
    assert(!error);
    error = mdb_dbi_open(txn, NULL, 0, &dbi);
    assert(!error);
    error = mdb_txn_commit(txn);
    assert(!error);
    put("a", "one");
    pthread_create(&writer, NULL, write_one, NULL);
    pthread_create(&reader, NULL, read_one, NULL);
    pthread_join(writer, NULL);
    pthread_join(reader, NULL);
    mdb_env_close(env);
    puts("done");
    return 0;
}
