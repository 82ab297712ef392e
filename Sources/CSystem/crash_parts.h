#pragma once

// What the handlers that end the process know of each other. All of it is async-signal-safe.

#include <signal.h>
#include <stddef.h>

/// Text of a bounded length: what does not fit is left out.
struct text {
  size_t count;
  char bytes[8192];
};

void text_add(struct text *text, const char *string);
void text_add_bytes(struct text *text, const char *bytes, size_t count);
void text_add_number(struct text *text, long long number, int digits);
void text_add_hex(struct text *text, unsigned long long number);

/// Restores the terminal from what `csys_crash_prepare` was given, once. What other threads still
/// draw goes nowhere.
void terminal_give_back(void);

/// Appends what standard error holds back, at least the end of it, and gives it back.
void errors_take(struct text *text);

/// Writes to standard error, without control characters, and waits only a moment.
void errors_write(struct text *text);

/// The name of the program, once a report has been prepared.
const char *report_program(void);

/// Writes the report. Returns the path of the file, or NULL where there is none.
const char *report_crash(int signal, const siginfo_t *info, const void *context,
                         const struct text *said);
