#pragma once

#include <sys/types.h>

// A program's main thread, or another one of it, one system call after another (tests): so that
// something can be done to it at each moment there is, and not at some time. All calls come from
// one thread.

/// Stops a program's main thread, or the thread that is named, while the others go on. 0 or -errno.
int ctest_trace_attach(pid_t pid);

/// Takes over a program that `ctest_pty_spawn_traced` has made, before its first instruction.
/// 0 or -errno.
int ctest_trace_begin(pid_t pid);

/// Lets it run up to where it enters or leaves its next system call. `call` gets the number of one
/// that is entered, and -1 otherwise. Returns 0, or the status of a program that has ended + 1.
int ctest_trace_step(pid_t pid, long *call);

/// Lets it run on by itself; a signal that was sent meanwhile comes first.
void ctest_trace_detach(pid_t pid);

/// The number of `ppoll`, in which a program rests.
extern const long ctest_call_ppoll;

/// The number of `read`, by which it takes wake-ups and keys.
extern const long ctest_call_read;

/// The number of `exit_group`, by which it ends.
extern const long ctest_call_exit;

/// Those by which a crash's handler begins, ends, and has a second one wait.
extern const long ctest_call_sigprocmask, ctest_call_sigaction, ctest_call_sigsuspend;

/// Sends a signal to one thread of a program. 0 or -errno.
int ctest_thread_signal(pid_t pid, pid_t thread, int signal);
