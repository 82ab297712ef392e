#pragma once

#include <sys/types.h>

/// Starts a program without a shell, in its own session, with `/dev/null` as standard input, output and error, no other
/// open descriptors, and the default signal actions.
///
/// `arguments` ends with a null pointer. The first is the path, or a name to search for in `PATH`. Returns 0 and sets
/// `*process`, or returns an `errno`.
int csys_start_program(char *const _Nullable *_Nonnull arguments, pid_t *_Nonnull process);

/// Returns a close-on-exec descriptor that becomes readable when the child has ended, or -1 with `errno`.
int csys_watch_process(pid_t process);

/// Kills the process group of a child that has not been waited for, including the child itself, and waits for the
/// child. Returns its status like `waitpid`. Does not block if the child has ended.
int csys_end_program(pid_t process);

/// Kills the process group of a child that has not been waited for.
void csys_kill_program(pid_t process);
