#pragma once
#include <isa-l/crc.h>
#include <isa-l/crc64.h>
#include <isa-l/igzip_lib.h>

// Macros of macros, which Swift cannot import.
enum { omena_isal_level = 2, omena_isal_level_buffer_size = ISAL_DEF_LVL2_DEFAULT };
