#include "TestMemory.h"

#include <stdlib.h>

#include "../../Sources/System/CSQLite/shim.h"

// SQLite counts its memory under one lock, for which tests on different databases would wait. It can be told not to only
// before it is used, so this runs before any test does.
__attribute__((constructor)) static void stop_counting_memory(void) {
    if (omena_sqlite3_stop_counting_memory() != SQLITE_OK) abort();
}
