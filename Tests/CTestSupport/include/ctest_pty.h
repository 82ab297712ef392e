#pragma once

#include <spawn.h>
#include <stddef.h>
#include <sys/types.h>

/// `posix_spawn_file_actions_addclosefrom_np`, which Swift's Glibc lacks.
int ctest_close_from(posix_spawn_file_actions_t *actions, int first);

/// A program running on a new pseudo-terminal.
struct ctest_pty {
  pid_t pid;   ///< Its process, the leader of a new session; -errno on failure.
  int master;  ///< Our end, non-blocking and close-on-exec.
};

/// Starts `path` with a new pty as its controlling terminal and standard streams. `argv` and
/// `envp` end with NULL. The program gets no other descriptors. Signals have their default actions, and none is
/// blocked.
struct ctest_pty ctest_pty_spawn(const char *path, char *const *argv, char *const *envp, int columns,
                               int rows);

/// Same as above, for a program that waits for `ctest_trace_begin` before its first instruction.
struct ctest_pty ctest_pty_spawn_traced(const char *path, char *const *argv, char *const *envp,
                                      int columns, int rows);

/// Opens a pty and keeps both ends in this process. Returns 0 or -errno; both ends are close-on-exec.
int ctest_pty_open(int *master, int *slave, int columns, int rows);

/// Sets a terminal's size, on a pty's master. Returns 0 or -errno.
int ctest_set_window_size(int descriptor, int columns, int rows);

/// Waits for a process; blocks only if `block` is set. Returns 0 while it runs, otherwise its `waitpid` status
/// plus one.
int ctest_pty_wait(pid_t pid, int block);

/// For a result of `ctest_pty_wait` minus one: the exit code or -1, and the signal that ended the process or 0.
int ctest_status_exit_code(int status);
int ctest_status_signal(int status);

/// Writes to `out` the path of the program or library that contains `address`. Returns 0 or -1. Tests use it to
/// find programs in their build folder.
int ctest_image_path(const void *address, char *out, size_t capacity);
