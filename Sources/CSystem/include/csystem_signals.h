#pragma once

#include <signal.h>
#include <stdint.h>

/// From now on `signal` is noted and `eventfd` made readable, whichever thread it arrives on.
/// A handler and not a signalfd: nothing is blocked, so programs started later inherit no mask.
/// Whoever started this may have had SIGHUP, SIGINT or SIGQUIT ignored (`nohup`): those stay so.
///
/// One that ends a process by default also ends this one where `csys_signal_take` is not called: the
/// calling thread is taken for the one that does. The handler then restores the terminal
/// (`csys_crash_prepare`) and lets the signal end the process
///
/// - at a second such signal, a quarter of a second after the first or later,
/// - or after a second, once the thread has used half a second of CPU time since the first,
/// - or after ten seconds.
///
/// The times need SIGALRM to be watched, too. 0 or -errno.
int csys_signal_watch(int signal, int eventfd);

/// Gives a watched signal back the action that it had.
void csys_signal_unwatch(int signal);

/// The noted signals as a set of bits, the lowest for number 1; forgets them.
uint64_t csys_signal_take(void);

/// Forgets one of them.
void csys_signal_forget(int signal);

/// Ends the process by `signal`, so that the parent sees how it ended; falls back on 128 + signal.
_Noreturn void csys_signal_die(int signal);

/// Stops this process by SIGTSTP's default action and returns when it is continued. With `group`
/// the rest of its process group is stopped first, as a terminal's Ctrl-Z would. Returns at once
/// in an orphaned group, which nobody could continue. SIGTSTP is watched again afterwards.
void csys_signal_stop_self(int group, int eventfd);
