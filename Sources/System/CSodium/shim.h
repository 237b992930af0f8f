#pragma once
#include <sodium.h>
#include <sys/prctl.h>

// prctl is variadic, which Swift cannot call.
static inline int omena_hide_process(void) { return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }
