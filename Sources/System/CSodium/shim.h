#pragma once
#define _GNU_SOURCE
#include <sodium.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>

// Swift takes no functions of C that take any number of arguments.
static inline int omena_hide_process(void) { return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }

// Swift does not see this limit, whose name is a macro of its own name. Only what is touched is locked.
static inline int omena_lock_memory(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_MEMLOCK, &limit) != 0 || limit.rlim_cur != RLIM_INFINITY) return -1;
    return mlockall(MCL_CURRENT | MCL_FUTURE | MCL_ONFAULT);
}
