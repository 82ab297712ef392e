#pragma once

#include <signal.h>
#include <stdint.h>

/// Starts watching `signal`: it is recorded and `eventfd` made readable, whichever thread receives it. Uses a
/// handler instead of a signalfd, so nothing is blocked and child processes inherit no mask. SIGHUP, SIGINT and SIGQUIT
/// stay ignored if they were ignored when the process started (`nohup`).
///
/// The calling thread must call `csys_signal_take`. If it does not respond to a signal that ends a process by default,
/// the handler restores the terminal (`csys_crash_prepare`) and lets the signal end the process
///
/// - at a second such signal, at least a quarter of a second after the first,
/// - or after one second, if the thread has used half a second of CPU time since the first,
/// - or after ten seconds.
///
/// The timeouts work only if SIGALRM is watched too. Returns 0 or -errno.
int csys_signal_watch(int signal, int eventfd);

/// Restores the earlier action of a watched signal.
void csys_signal_unwatch(int signal);

/// Returns and clears the recorded signals as a bit set: signal 1 is the lowest bit.
uint64_t csys_signal_take(void);

/// Clears one recorded signal.
void csys_signal_clear(int signal);

/// Ends the process by `signal`, so that its parent sees the cause. If that fails, exits with status 128 + signal.
_Noreturn void csys_signal_end_process(int signal);

/// Stops this process with SIGTSTP's default action and returns when it is continued. If `group` is true, the rest of
/// its process group is stopped first, as with Ctrl-Z in a terminal. Returns immediately in an orphaned group, which
/// no shell could continue. SIGTSTP is watched again afterwards.
void csys_signal_stop_self(int group, int eventfd);
