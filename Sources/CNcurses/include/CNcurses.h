#pragma once

#include <stddef.h>
#include <stdint.h>

// ncurses without its macros, varargs and globals, which Swift cannot use: the screen that it draws, and what it knows of
// terminals. One terminal at a time, from one thread. No policy: what is shown, and when, is decided elsewhere.

// The screen.

/// The attributes of a style; add them up.
enum cnc_attribute {
  CNC_BOLD = 1,
  CNC_DIM = 2,
  CNC_REVERSE = 4,
  CNC_UNDERLINE = 8,
  CNC_ITALIC = 16,
};

/// The most scalars that a cell has.
enum { CNC_MAX_SCALARS = 5 };

/// A character of a row: one or two columns of it, as `cnc_width` tells.
struct cnc_cell {
  /// A scalar that has a width, then marks on it; the rest is 0.
  uint32_t scalars[CNC_MAX_SCALARS];
  /// From `cnc_style`.
  int32_t style;
};

/// Opens a blank screen of `rows` by `columns` for a terminal of type `term`.
///
/// Nothing is written to the terminal, now or later, nor is anything of its modes changed, nor what signals do. False when
/// terminfo has no entry of that name, or when there is no memory.
int cnc_open(const char *term, int rows, int columns);

/// Forgets screen and terminal.
void cnc_close(void);

/// Changes the size. What was put is kept where it still has a place. False when there is no memory.
int cnc_resize(int rows, int columns);

/// Makes a style of the screen that is open, and returns its number. Number 0 is the plain one, also returned when there is
/// no memory.
///
/// `attributes` are of `cnc_attribute`; colours are numbers as the terminal counts them, -1 for its default one. To be
/// asked once for each style.
int cnc_style(unsigned attributes, int foreground, int background);

/// Has the next frame drawn whole, whatever the terminal shows.
void cnc_redraw(void);

/// Puts characters into the next frame, side by side from a place that is on the screen. What finds no room in the row
/// is left out.
///
/// O(`count`).
void cnc_put(int row, int column, const struct cnc_cell *cells, size_t count);

/// Draws the frame: `bytes` gets what a terminal that shows the last one is to be sent, valid until the next call. Returns
/// how many they are, 0 where both look the same.
///
/// O(cells of the rows that were put into, rows).
size_t cnc_draw(const char **bytes);

// The terminal.

/// A number ("colors"), below 0 when it is absent.
int cnc_number(const char *name);

/// Whether the terminal has a property ("RGB").
int cnc_flag(const char *name);

/// Copies a string capability ("smcup") without its padding notes; its length, 0 when it is absent.
size_t cnc_capability(const char *name, char *out, size_t capacity);

/// The same with two numbers ("cup": row and column).
size_t cnc_capability_2(const char *name, int a, int b, char *out, size_t capacity);

/// How many columns the C library thinks a scalar takes; -1 when it cannot show it.
int cnc_width(uint32_t scalar);

/// Uses the locale of the environment for characters; true when it is UTF-8. When it is not, a
/// UTF-8 one is used all the same for widths, and the caller should draw in ASCII.
int cnc_set_locale(void);
