#pragma once

#include <stdint.h>
#include <sys/types.h>

// Locks that belong to an open file, and not to whichever thread of the process closes a file of that name first.

/// Locks bytes of an open file for writing, without waiting.
///
/// Returns 0 when they are locked, also where the file system knows no locks; 1 when somebody else has one of them
/// locked. `holder` is then the process, or 0 where the system cannot tell. A file that is open for reading only is not
/// locked, but asked about.
int csys_lock_bytes(int file, int64_t first, int64_t count, pid_t *_Nonnull holder);

/// Unlocks them. Closing the file does that only once no child process has it open, not even one that is just being
/// started.
void csys_unlock_bytes(int file, int64_t first, int64_t count);
