#include "TestMemory.h"

#include <sqlite3.h>

// SQLite counts its memory under one lock, for which tests on different databases would wait half of the time. It can be
// told not to only before it is used, so this runs before any test does.
__attribute__((constructor)) static void stop_counting_memory(void) {
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}
