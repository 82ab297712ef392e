#pragma once

#include <stdint.h>

/// Returns the number of files that can still be opened, at most `max`.
int csys_count_free_descriptors(int max);

/// Returns the maximum size of the main thread's stack in bytes; INT64_MAX without a limit.
int64_t csys_stack_limit(void);

/// Limits the number of heaps for the allocations of threads. Call it before threads are created.
void csys_limit_heaps(int count);
