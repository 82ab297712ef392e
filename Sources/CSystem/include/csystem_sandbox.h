#pragma once

#include <stddef.h>

/// Takes from this process for good the right to start programs, to make sockets, and to reach into other processes.
/// To be called before there are threads.
///
/// Returns 0, or -1 where the system cannot do that; `errno` says why.
int csys_forbid_programs_and_sockets(void);

/// Takes from this process for good the right to make, change or remove files, but for the files and the folders with all
/// in them that `paths` names; one that is not there is left out. To be called before there are threads.
///
/// Returns 0, or -1 where the system cannot do that; `errno` says why.
int csys_forbid_writes_except(const char *_Nonnull const *_Nonnull paths, size_t count);
