#pragma once

#include <stdint.h>

/// The number of files that can still be opened, counted up to `most`.
int csys_free_descriptors(int most);

/// The size that the main thread's stack may grow to, in bytes; INT64_MAX without a limit.
int64_t csys_stack_limit(void);
