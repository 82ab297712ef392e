#pragma once

#include <stddef.h>
#include <termios.h>

/// The rows and columns of a terminal; both 0 if they are unknown.
struct csys_window_size {
  int columns;
  int rows;
};

struct csys_window_size csys_window_size(int descriptor);

/// Opens the terminal of `descriptor` again, nonblocking and close-on-exec. O_NONBLOCK on the inherited open file would
/// affect the shell too. Returns -errno on failure.
int csys_open_terminal(int descriptor);

/// Sets raw mode: no echo, no line editing, no signals from keys, unprocessed bytes. Returns 0 or -errno.
int csys_terminal_make_raw(int descriptor, const struct termios *saved);

/// Sets the modes, retrying after signals. Returns 0 or -errno.
int csys_terminal_set(int descriptor, const struct termios *modes);

/// Writes bytes. Returns their number, 0 if the terminal is full, or -errno.
long csys_write(int descriptor, const void *bytes, size_t count);

/// Reads bytes. Returns their number, 0 if there is no input, -EPIPE at the end of the file, or -errno on failure.
long csys_read(int descriptor, void *bytes, size_t capacity);

/// Writes all bytes, waiting for the terminal for at most `timeout_ms` in total. Returns 0, or -1 if bytes are left.
int csys_write_all(int descriptor, const void *bytes, size_t count, int timeout_ms);

/// Opens standard streams that are closed, so that reading returns end-of-file and writing fails.
void csys_open_missing_streams(void);

/// Discards output that the terminal has not accepted yet.
void csys_terminal_drop_output(int descriptor);
