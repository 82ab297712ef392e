#pragma once

#include <signal.h>
#include <stddef.h>
#include <termios.h>

// A crash of our own: what it gives back, and what it leaves to be read. Everything that a handler
// needs is made before; what runs in one is async-signal-safe.

/// What a crash writes: `restore` to `descriptor`, then the modes. The bytes are copied (at most
/// 512). A NULL `restore` makes a crash write nothing again.
void csys_crash_prepare(int descriptor, const struct termios *modes, const void *restore,
                        size_t count);

/// Installs handlers on a stack of their own for SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT
/// and SIGSYS that write the report, restore the terminal, and then let the action from before have
/// the signal (the default one, or Swift's backtracer). Once a process is enough.
void csys_crash_install(void);

/// Lets the calling thread crash as the main one does: the signals of a crash reach it, blocked
/// or not, and find a stack. Returns what `csys_crash_unguard_thread` takes at the thread's end.
void *csys_crash_guard_thread(void);
void csys_crash_unguard_thread(void *guard);

/// Keeps standard error from the screen: until the release up to 64 KB of what is written there is
/// held back, and the rest lost. A crash reads there where the runtime says that it happened.
void csys_errors_hold(void);

/// Gives standard error back and writes there what was held, without control characters.
void csys_errors_release(void);

/// Where a crash writes its report: `crash-report.txt` in the folder at `folder`, which is there.
/// The one before becomes `crash-report.old.txt`; there are never more. `facts` are lines that the
/// report begins with. Both are copied. 0 or -errno, and then there will be no report.
int csys_report_prepare(const char *folder, const char *facts);

/// The terminal's size, for the report.
void csys_report_size(int columns, int rows);

/// Notes where an issue was noticed that the program survives, and writes the report for it. The
/// first 20 are kept. One thread at a time. Returns whether there is a report now.
int csys_report_issue(const char *place);
