#pragma once

#include <stdint.h>
#include <sys/types.h>

// Locks that belong to an open file description. POSIX locks are lost when any thread of the process closes the file.

/// Locks bytes of an open file for writing, without waiting.
///
/// Returns 0 if they are locked or the file system does not support locks, or 1 if another process holds a conflicting
/// lock. `holder` is then that process, or 0 if it is unknown. For a file that is open for reading only, the lock is
/// tested but not acquired.
int csys_lock_bytes(int file, int64_t first, int64_t count, pid_t *_Nonnull holder);

/// Returns whether the file system of a folder supports POSIX locks; 1 if no file can be created there to test them.
int csys_folder_has_locks(const char *_Nonnull folder);

/// Unlocks bytes. Closing the file unlocks them only if no child process has the file open, not even one that is being
/// started.
void csys_unlock_bytes(int file, int64_t first, int64_t count);

/// Returns a replacement for `fcntl` that records errors of POSIX locks, and retries if a lock cannot be released.
void (*_Nonnull csys_fcntl_recording_errors(void))(void);

/// Returns the `errno` of the calling thread's last attempt to acquire or test a POSIX lock through the replacement or,
/// if it succeeded, of the last attempt to release one; 0 if neither failed.
int csys_lock_error(void);
