#pragma once

#include <signal.h>
#include <stddef.h>
#include <termios.h>

// Crash handling: restores the terminal and writes a report. All data for the handlers is prepared in advance; the
// handlers only call async-signal-safe functions.

/// Sets the bytes (`restore`, at most 512, copied) that a crash writes to `descriptor`, and the terminal modes that it
/// sets. If `restore` is NULL, a crash writes nothing.
void csys_crash_prepare(int descriptor, const struct termios *modes, const void *restore,
                        size_t count);

/// Installs handlers for SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT and SIGSYS on a separate stack. They restore
/// the terminal, write the report, and then invoke the earlier action (the default one, or Swift's backtracer). Call
/// it once per process.
void csys_crash_install(void);

/// Blocks all signals on the calling thread except crash signals, which would otherwise end the process without calling
/// a handler. Stores the earlier mask in `previous`.
void csys_crash_block_other_signals(sigset_t *previous);

/// Prepares the calling thread for crashes, like the main thread: unblocks crash signals and provides a signal stack.
/// Returns the argument for `csys_crash_unguard_thread`, which must be called at the end of the thread.
void *csys_crash_guard_thread(void);
/// Removes the signal stack of the calling thread.
void csys_crash_unguard_thread(void *guard);

/// Redirects standard error away from the screen: up to 64 KB of output is buffered until `csys_errors_restore` is
/// called, and the rest is lost. After a crash of the Swift runtime, the handler reads the source location from the
/// buffer.
void csys_errors_redirect(void);

/// Restores standard error and writes the buffered output there, without control characters.
void csys_errors_restore(void);

/// Sets the path of crash reports: `crash-report.txt` in the existing folder `folder`. An earlier report becomes
/// `crash-report.old.txt`, replacing an older one. `facts` are the first lines of the report. Both texts are copied.
/// Returns 0, or -errno on failure; no report is written then.
int csys_report_prepare(const char *folder, const char *facts);

/// Sets the terminal's size for the report.
void csys_report_size(int columns, int rows);

/// Records the source location of an issue that the program survives, and writes a report. The first 20 are recorded.
/// Must not be called from several threads at once. Returns whether there is a report now.
int csys_report_issue(const char *place);
