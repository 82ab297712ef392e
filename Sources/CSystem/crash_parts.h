#pragma once

// The functions shared by the handlers that end the process. All of them are async-signal-safe.

#include <signal.h>
#include <stddef.h>

/// A text of bounded length: excess characters are dropped.
struct text {
  size_t count;
  char bytes[8192];
};

void text_add(struct text *text, const char *string);
void text_add_bytes(struct text *text, const char *bytes, size_t count);
void text_add_number(struct text *text, long long number, int digits);
void text_add_hex(struct text *text, unsigned long long number);

/// Restores the terminal with the bytes and modes of `csys_crash_prepare`, only once. Later output of other threads is
/// discarded.
void terminal_restore(void);

/// Appends the output that standard error has buffered (its end, if not all fits), and restores standard error.
void errors_append_buffered(struct text *text);

/// Writes to standard error, without control characters and with a short timeout.
void errors_write(struct text *text);

/// Returns the name of the program, once a report has been prepared.
const char *report_program_name(void);

/// Writes the report. Returns the path of the file, or NULL if there is none.
const char *report_crash(int signal, const siginfo_t *info, const void *context,
                         const struct text *stderr_text);
