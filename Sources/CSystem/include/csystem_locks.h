#pragma once

#include <stdint.h>
#include <sys/types.h>

// Locks that belong to an open file description. POSIX locks are lost when any thread of the process closes the file.

/// Locks bytes of an open file for writing, without waiting.
///
/// Returns 0 if they are locked, also if the file system does not support locks; 1 if another process holds a
/// conflicting lock. `holder` is then that process, or 0 if it is unknown. For a file that is open for reading only,
/// the lock is tested but not taken.
int csys_lock_bytes(int file, int64_t first, int64_t count, pid_t *_Nonnull holder);

/// Returns whether the file system of a folder has POSIX locks; 1 if a file cannot be created there to test them.
int csys_folder_has_locks(const char *_Nonnull folder);

/// Unlocks bytes. Closing the file unlocks them only if no child process has it open, including one that is being
/// started.
void csys_unlock_bytes(int file, int64_t first, int64_t count);

/// Returns a replacement for `fcntl` that records the errors of POSIX locks, and retries to release one.
void (*_Nonnull csys_fcntl_recording_errors(void))(void);

/// Returns the `errno` of the last POSIX lock that the calling thread tried to take or test through the replacement, or of
/// the last one that it tried to release; 0 if neither failed.
int csys_lock_error(void);
