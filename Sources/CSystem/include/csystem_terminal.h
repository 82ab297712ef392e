#pragma once

#include <stddef.h>
#include <termios.h>

/// Rows and columns of a terminal; both 0 when it does not say.
struct csys_window_size {
  int columns;
  int rows;
};

struct csys_window_size csys_window_size(int descriptor);

/// A descriptor of our own for the terminal behind `descriptor`: non-blocking, close-on-exec. Its
/// own open file, because O_NONBLOCK on the inherited one would be the shell's too. -errno on failure.
int csys_open_terminal(int descriptor);

/// Raw mode: no echo, no line editing, no signals from keys, bytes as they come. 0 or -errno.
int csys_terminal_make_raw(int descriptor, const struct termios *saved);

/// Sets the modes, again when a signal interrupts. 0 or -errno.
int csys_terminal_set(int descriptor, const struct termios *modes);

/// Number of bytes written, 0 when the terminal is full, -errno otherwise.
long csys_write(int descriptor, const void *bytes, size_t count);

/// Number of bytes read, 0 when none wait, -errno on failure, and -EPIPE at the end of file.
long csys_read(int descriptor, void *bytes, size_t capacity);

/// Writes all of it, waiting for the terminal at most `timeout_ms` in total. 0, or -1 when some is left.
int csys_write_all(int descriptor, const void *bytes, size_t count, int timeout_ms);

/// Opens what is missing of the standard streams, so that reading finds an end and writing fails.
void csys_claim_streams(void);

/// Drops what was written and has not been taken yet.
void csys_terminal_drop_output(int descriptor);
