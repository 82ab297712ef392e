#pragma once

#include <signal.h>
#include <stdint.h>

/// Starts watching `signal`: it is recorded and `eventfd` made readable, on whichever thread it arrives. It uses a
/// handler and not a signalfd, so nothing is blocked and child processes inherit no mask. SIGHUP, SIGINT or SIGQUIT
/// stay ignored if they were ignored when the process started (`nohup`).
///
/// The thread that calls this function is expected to call `csys_signal_take`. If it does not respond to a signal that
/// ends a process by default, the handler restores the terminal (`csys_crash_prepare`) and lets the signal end the
/// process
///
/// - at a second such signal, at least a quarter of a second after the first,
/// - or after a second, if the thread has used half a second of CPU time since the first,
/// - or after ten seconds.
///
/// The timeouts need SIGALRM to be watched, too. Returns 0 or -errno.
int csys_signal_watch(int signal, int eventfd);

/// Restores the earlier action of a watched signal.
void csys_signal_unwatch(int signal);

/// Returns and clears the recorded signals as a bit set: signal 1 is the lowest bit.
uint64_t csys_signal_take(void);

/// Clears one recorded signal.
void csys_signal_clear(int signal);

/// Ends the process by `signal`, so that the parent process gets it as the cause; falls back to status 128 + signal.
_Noreturn void csys_signal_end_process(int signal);

/// Stops this process by SIGTSTP's default action and returns when it is continued. If `group` is true, the rest of
/// its process group is stopped first, as by Ctrl-Z in a terminal. Returns immediately in an orphaned group, which no
/// shell could continue. SIGTSTP is watched again afterwards.
void csys_signal_stop_self(int group, int eventfd);
