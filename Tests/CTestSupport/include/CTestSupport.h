#pragma once

#include "ctest_disk.h"
#include "ctest_pty.h"
#include "ctest_sandbox.h"
#include "ctest_trace.h"

#include <stdint.h>

/// Heap allocations of this process so far, on all threads: calls of `malloc`, `calloc`, `realloc` and the aligned ones.
///
/// Counted by taking the place of the C library's functions, which works in an executable that links this statically.
/// Under a sanitizer, which does the same, it stays zero.
uint64_t ctest_allocations(void);

/// A file in which another program counts its heap allocations: one that runs with this file's code in LD_PRELOAD
/// (`make yardstick` compiles it) and this path in LADDER_COUNT_ALLOCATIONS. It stays mapped until the process ends. NULL
/// when it cannot be made or opened.
uint64_t *ctest_map_allocations(const char *path, int create);

/// Has callgrind count instructions from zero. Does nothing outside valgrind.
void ctest_count_instructions(void);

/// Has callgrind write what it counted since the last call into a file of its own, which `name` stands in. Does nothing
/// outside valgrind.
void ctest_write_instructions(const char *name);
