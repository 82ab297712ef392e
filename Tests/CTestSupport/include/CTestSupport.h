#pragma once

#include "ctest_disk.h"
#include "ctest_pty.h"
#include "ctest_sandbox.h"
#include "ctest_trace.h"

#include <stdint.h>

/// Returns the number of heap allocations of this process so far, on all threads: calls of `malloc`, `calloc`,
/// `realloc` and the aligned variants.
///
/// Counted by replacing the C library's functions, which works in an executable that links this code statically. A
/// sanitizer replaces them too, and then the count stays zero.
uint64_t ctest_allocations(void);

/// Maps a file (new if `create` is set) for the heap allocations of a program: one that preloads this library with
/// LD_PRELOAD (see `make yardstick`) and has this path in LADDER_COUNT_ALLOCATIONS. The file stays mapped until the
/// process ends. Returns NULL if the file cannot be created or opened.
uint64_t *ctest_map_allocations(const char *path, int create);

/// Makes callgrind count instructions from zero. Does nothing outside valgrind.
void ctest_count_instructions(void);

/// Makes callgrind write its counts since the last call into a separate file, labeled `name`. Does nothing outside
/// valgrind.
void ctest_write_instructions(const char *name);
