#pragma once

#include <stddef.h>

/// Permanently forbids this process to start programs, to create sockets, and to access other processes. Call it
/// before threads are created.
///
/// Returns 0, or -1 with `errno` if the system does not support that.
int csys_forbid_programs_and_sockets(void);

/// Permanently forbids this process to create, change or remove files, except the files and folders (with their
/// contents) in `paths`; missing ones are skipped. Call it before threads are created.
///
/// Returns 0, or -1 with `errno` if the system does not support that.
int csys_forbid_writes_except(const char *_Nonnull const *_Nonnull paths, size_t count);
