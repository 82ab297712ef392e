#pragma once

#include <sys/types.h>

// Stepping of a program's thread from one system call to the next, so that tests can act at each step, independently
// of timing. All calls must come from one thread.

/// Stops a program's main thread, or the given thread, while the others continue. Returns 0 or -errno.
int ctest_trace_attach(pid_t pid);

/// Attaches to a program created by `ctest_pty_spawn_traced`, before its first instruction. Returns 0 or -errno.
int ctest_trace_begin(pid_t pid);

/// Continues the thread until it enters or leaves its next system call. `call` is set to the number of an entered call,
/// otherwise to -1. Returns 0 or, if the program has ended, its status + 1.
int ctest_trace_step(pid_t pid, long *call);

/// Detaches; a signal that arrived in the meantime is delivered first.
void ctest_trace_detach(pid_t pid);

/// The number of the system call `ppoll`, in which a program waits.
extern const long ctest_call_ppoll;

/// The number of `read`, which a program uses for wake-ups and keys.
extern const long ctest_call_read;

/// The number of `exit_group`, with which a program ends.
extern const long ctest_call_exit;

/// The numbers of the calls that begin and end a crash handler, and that make a second handler wait.
extern const long ctest_call_sigprocmask, ctest_call_sigaction, ctest_call_sigsuspend;

/// Sends a signal to one thread of a program. Returns 0 or -errno.
int ctest_thread_signal(pid_t pid, pid_t thread, int signal);
