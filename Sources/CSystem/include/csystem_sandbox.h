#pragma once

#include <stddef.h>

/// Permanently prevents this process from starting programs, creating sockets and accessing other processes.
/// Call it before threads are created.
///
/// Returns 0, or -1 with `errno` if the system does not support it.
int csys_forbid_programs_and_sockets(void);

/// Permanently prevents this process from creating, changing or removing files, except the files and folders (with
/// their contents) in `paths`; missing ones are skipped. Call it before threads are created.
///
/// Returns 0, or -1 with `errno` if the system does not support it.
int csys_forbid_writes_except(const char *_Nonnull const *_Nonnull paths, size_t count);
