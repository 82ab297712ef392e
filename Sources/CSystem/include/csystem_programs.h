#pragma once

#include <sys/types.h>

/// Starts a program without a shell, in a session of its own, with `/dev/null` as standard input, output and error, no
/// other open descriptors, and the default signal handling.
///
/// `arguments` ends with a null pointer; the first is the name, which is searched for in `PATH`, or the path. Returns 0
/// and sets `*process`, or returns an `errno`.
int csys_start_program(char *const _Nullable *_Nonnull arguments, pid_t *_Nonnull process);

/// Returns a close-on-exec descriptor that becomes readable when the child has ended, or -1 with `errno`.
int csys_watch_process(pid_t process);

/// Kills a child that has not been waited for and all processes of its session's first group, and waits for the child.
/// Returns its status as `waitpid` does. It does not block if the child has ended.
int csys_end_program(pid_t process);

/// Kills the processes of the group of a child that has not been waited for.
void csys_kill_program(pid_t process);
