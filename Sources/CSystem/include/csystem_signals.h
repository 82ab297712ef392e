#pragma once

#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <termios.h>

/// From now on `signal` is noted and `eventfd` made readable, whichever thread it arrives on.
/// A handler and not a signalfd: nothing is blocked, so programs started later inherit no mask.
/// 0 or -errno.
int csys_signal_watch(int signal, int eventfd);

/// The noted signals as a set of bits (1 << signal); forgets them.
uint64_t csys_signal_take(void);

/// Forgets one of them.
void csys_signal_forget(int signal);

/// Gives a signal back its default action, or ignores it.
void csys_signal_default(int signal);
void csys_signal_ignore(int signal);

/// Ends the process by `signal`, so that the parent sees how it ended; falls back on 128 + signal.
_Noreturn void csys_signal_die(int signal);

/// Stops this process by SIGTSTP's default action and returns when it is continued. With `group`
/// the rest of its process group is stopped first, as a terminal's Ctrl-Z would. Returns at once
/// in an orphaned group, which nobody could continue. SIGTSTP is watched again afterwards.
void csys_signal_stop_self(int group, int eventfd);

/// What a crash writes: `restore` to `descriptor`, then the modes. The bytes are copied (at most
/// 512). A NULL `restore` makes a crash write nothing again.
void csys_crash_prepare(int descriptor, const struct termios *modes, const void *restore,
                        size_t count);

/// Installs handlers on a stack of their own for SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT
/// and SIGSYS that restore the terminal and then let the action from before have the signal (the
/// default one, or Swift's backtracer).
void csys_crash_install(void);
