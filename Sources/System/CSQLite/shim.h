#pragma once
#include <sqlite3.h>
#include <string.h>

// What Swift cannot import: variadic functions, macros with casts, and a loop that is quicker here.

static inline int omena_sqlite3_config_flag(sqlite3 *db, int option, int isOn) {
    return sqlite3_db_config(db, option, isOn, (int *)0);
}

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

// The index of `:name`, asked for without its colon; 0 where there is none. Looks at `guess` first, so that
// values given in the order of the SQL are found at once.
static inline int omena_sqlite3_parameter(sqlite3_stmt *statement, const char *name, int guess) {
    const char *there = sqlite3_bind_parameter_name(statement, guess);
    if (there && strcmp(there + 1, name) == 0) return guess;
    int count = sqlite3_bind_parameter_count(statement);
    for (int index = 1; index <= count; index++) {
        there = sqlite3_bind_parameter_name(statement, index);
        if (there && strcmp(there + 1, name) == 0) return index;
    }
    return 0;
}
