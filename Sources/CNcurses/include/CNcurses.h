#pragma once

#include <stddef.h>
#include <stdint.h>

// ncurses without the macros, varargs and globals that Swift cannot use: the screen that it draws, and the capabilities
// of terminals. Used by one thread for one terminal at a time. It has no policy: the caller decides what to show and
// when.

// The screen.

/// The attributes of a style, to be combined by addition.
enum cnc_attribute {
  CNC_BOLD = 1,
  CNC_DIM = 2,
  CNC_REVERSE = 4,
  CNC_UNDERLINE = 8,
  CNC_ITALIC = 16,
};

/// The maximum number of scalars in a cell.
enum { CNC_MAX_SCALARS = 5 };

/// A character of a row, one or two columns wide (see `cnc_width`).
struct cnc_cell {
  /// A scalar with a width, then combining marks; the rest is 0.
  uint32_t scalars[CNC_MAX_SCALARS];
  /// The number of a style, from `cnc_style`.
  int32_t style;
};

/// Opens a blank screen of `rows` by `columns` for a terminal of type `term`.
///
/// Nothing is ever written to the terminal. Terminal modes and signal actions do not change. Returns false if terminfo
/// has no entry of that name, or if memory runs out.
int cnc_open(const char *term, int rows, int columns);

/// Closes the screen.
void cnc_close(void);

/// Changes the size. Content that still fits is kept. Returns false if memory runs out.
int cnc_resize(int rows, int columns);

/// Creates a style of the open screen, and returns its number. Number 0 is the plain style, which is also returned if
/// memory runs out.
///
/// `attributes` is a sum of `cnc_attribute`; colors are the terminal's numbers, -1 for the default color. Call it once
/// for each style.
int cnc_style(unsigned attributes, int foreground, int background);

/// Makes the next frame redraw the whole terminal.
void cnc_redraw(void);

/// Puts characters into the next frame, side by side, starting at a position on the screen. Characters beyond the end
/// of the row are dropped.
///
/// O(`count`).
void cnc_put(int row, int column, const struct cnc_cell *cells, size_t count);

/// Draws the frame. `bytes` is set to the output that turns the last frame into this one, valid until the next call.
/// Returns its length, 0 if both frames look the same.
///
/// O(cells of the changed rows + rows).
size_t cnc_draw(const char **bytes);

// The terminal.

/// Returns a numeric capability ("colors"), negative if it is absent.
int cnc_number(const char *name);

/// Returns the number of palette colors of the terminal in the environment, which need not be open; 0 if it is unknown.
int cnc_color_count(void);

/// Returns whether the terminal has a boolean capability ("RGB").
int cnc_flag(const char *name);

/// Copies a string capability ("smcup") without its padding; returns its length, 0 if it is absent.
size_t cnc_capability(const char *name, char *out, size_t capacity);

/// Copies a string capability with two parameters ("cup": row and column), like `cnc_capability`.
size_t cnc_capability_2(const char *name, int a, int b, char *out, size_t capacity);

/// Returns the width of a scalar in columns according to the C library; -1 if it is not printable.
int cnc_width(uint32_t scalar);

/// Uses the locale of the environment for characters; returns true if it is UTF-8. Otherwise a UTF-8 locale is used
/// for widths, and the caller should draw in ASCII.
int cnc_set_locale(void);
