#pragma once

#include <stddef.h>
#include <stdint.h>

// ncursesw without its macros, varargs and globals, which Swift cannot use. One screen at a time,
// from one thread. No policy: who writes to the terminal, and when, is decided elsewhere.

/// Attributes of a cell.
enum cnc_attribute {
  CNC_BOLD = 1,
  CNC_DIM = 2,
  CNC_REVERSE = 4,
  CNC_UNDERLINE = 8,
  CNC_ITALIC = 16,
};

/// Why a screen cannot be opened.
enum cnc_open_result {
  CNC_OPENED = 0,
  CNC_UNKNOWN_TERMINAL = 1,  ///< terminfo has no entry of that name.
  CNC_TOO_DUMB = 2,          ///< It cannot move its cursor or clear itself.
};

/// Starts a screen for a terminal of type `term` whose output is appended to `output`, a memfd: then
/// ncurses never waits for the terminal. Touches neither the terminal's modes nor its size.
int cnc_open(const char *term, int output, int rows, int width);

/// Ends the screen; nothing is written to the terminal.
void cnc_close(void);

/// Tells the screen its size.
void cnc_resize(int rows, int width);

/// Forgets what the terminal shows: the next update clears it and draws everything.
void cnc_invalidate(void);

/// Number of colours, 0 when there are none; whether "default" is one of them.
int cnc_colors(void);
int cnc_has_default_colors(void);

/// Sets a colour pair, -1 being the default colour. Number of pairs there are: `cnc_color_pairs`.
void cnc_set_pair(int pair, int foreground, int background);
int cnc_color_pairs(void);

/// Puts a character into place `index` of the row being made.
void cnc_cell(int index, uint32_t scalar, unsigned attributes, int pair);

/// The same with combining marks, at most five scalars in all.
void cnc_cluster(int index, const uint32_t *scalars, int count, unsigned attributes, int pair);

/// Draws the first `count` characters made at a place of the screen; wide ones take two columns.
void cnc_draw_row(int y, int x, int count);

/// Appends to the output what makes the terminal show the screen.
void cnc_update(void);

/// How many columns the C library, and so ncurses, thinks a scalar takes; -1 when it cannot show it.
int cnc_width(uint32_t scalar);

/// Copies a string capability ("smcup") without its padding notes; its length, 0 when it is absent.
size_t cnc_capability(const char *name, char *out, size_t capacity);

/// The string that moves the cursor there.
size_t cnc_cursor_address(int y, int x, char *out, size_t capacity);

/// Uses the locale of the environment for characters; true when it is UTF-8. When it is not, a
/// UTF-8 one is used all the same for widths, and the caller should draw in ASCII.
int cnc_set_locale(void);
