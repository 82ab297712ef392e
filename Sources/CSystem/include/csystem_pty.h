#pragma once

#include <stddef.h>
#include <sys/types.h>

/// A program running on a new pseudo-terminal.
struct csys_pty {
  pid_t pid;   ///< Its process, the leader of a new session; -errno on failure.
  int master;  ///< Our end, non-blocking and close-on-exec.
};

/// Starts `path` with a new pty as its controlling terminal and standard streams. `argv` and
/// `envp` end with NULL. Signals start with default actions and none blocked.
struct csys_pty csys_pty_spawn(const char *path, char *const *argv, char *const *envp, int columns,
                               int rows);

/// The same for a program that waits for `csys_trace_begin` before its first instruction.
struct csys_pty csys_pty_spawn_traced(const char *path, char *const *argv, char *const *envp,
                                      int columns, int rows);

/// Opens a pty of which both ends stay here. 0 or -errno; both ends are close-on-exec.
int csys_pty_open(int *master, int *slave, int columns, int rows);

/// Waits without blocking. 0 while it runs, otherwise the process's `waitpid` status plus one.
int csys_pty_wait(pid_t pid, int block);

/// Exit code, or -1; signal that ended it, or 0; of a status from `csys_pty_wait` minus one.
int csys_status_exit_code(int status);
int csys_status_signal(int status);

/// The path of the program or library that `address` is part of; 0, or -1 when there is none. Tests
/// find the programs built beside them so.
int csys_image_path(const void *address, char *out, size_t capacity);
