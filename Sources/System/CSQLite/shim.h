#pragma once
#include <sqlite3.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

// What Swift cannot import: variadic functions, macros with casts, and a loop that is quicker here.

static inline int omena_sqlite3_config_flag(sqlite3 *db, int option, int isOn) {
    return sqlite3_db_config(db, option, isOn, (int *)0);
}

// Before SQLite is used for the first time.
static inline int omena_sqlite3_stop_counting_memory(void) {
    int code = sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
    // No connection takes memory for pages that it may never have.
    return code == SQLITE_OK ? sqlite3_config(SQLITE_CONFIG_PAGECACHE, NULL, 0, 0) : code;
}

// Begins to write a part of a file to the disk, and does not wait for it. The function of this name needs _GNU_SOURCE, which
// no header of a module may define.
static inline void omena_start_writing(int file, long long offset, long long count) {
    static const unsigned int write = 2;
    syscall(SYS_sync_file_range, file, offset, count, write);
}

// Loads memory that will be read soon into the cache.
static inline void omena_prefetch(const void *address) { __builtin_prefetch(address); }

static inline int omena_sqlite3_bind_text(
    sqlite3_stmt *statement, int index, const char *bytes, sqlite3_uint64 count
) {
    return sqlite3_bind_text64(
        statement, index, bytes ? bytes : "", count, SQLITE_TRANSIENT, SQLITE_UTF8
    );
}

static inline int omena_sqlite3_bind_blob(
    sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count
) {
    return sqlite3_bind_blob64(statement, index, bytes ? bytes : "", count, SQLITE_TRANSIENT);
}

// The interface of FTS5, which SQLite returns through a pointer bound to a statement; NULL where there is no FTS5.
static inline fts5_api *omena_sqlite3_fts5(sqlite3 *db) {
    fts5_api *api = 0;
    sqlite3_stmt *statement = 0;
    if (sqlite3_prepare_v2(db, "SELECT fts5(?1)", -1, &statement, 0) == SQLITE_OK) {
        sqlite3_bind_pointer(statement, 1, (void *)&api, "fts5_api_ptr", 0);
        sqlite3_step(statement);
    }
    sqlite3_finalize(statement);
    return api;
}

static inline void omena_sqlite3_result_text(
    sqlite3_context *context, const char *bytes, sqlite3_uint64 count
) {
    sqlite3_result_text64(context, bytes ? bytes : "", count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

// An open file of a file layer: SQLite's part, ours, and right after them the real file.
typedef struct omena_sqlite3_layered_file {
    sqlite3_file base;
    void *state;
} omena_sqlite3_layered_file;

static const int omena_sqlite3_ioerr_read = SQLITE_IOERR_READ;
static const int omena_sqlite3_ioerr_short_read = SQLITE_IOERR_SHORT_READ;

// Every thread sees what was written before this before it reads anything after it.
static inline void omena_memory_barrier(void) { __sync_synchronize(); }
