#pragma once

#include <stddef.h>
#include <stdint.h>

// What ncurses knows of terminals (terminfo), without its macros, varargs and globals, which Swift cannot use. One
// terminal at a time, from one thread. No policy: what is written, and when, is decided elsewhere.

/// Looks up the terminal of type `term`; false when terminfo has no entry of that name.
int cnc_open(const char *term);

/// Forgets the terminal.
void cnc_close(void);

/// A number ("colors"), below 0 when it is absent.
int cnc_number(const char *name);

/// Whether the terminal has a property ("am").
int cnc_flag(const char *name);

/// Copies a string capability ("smcup") without its padding notes; its length, 0 when it is absent.
size_t cnc_capability(const char *name, char *out, size_t capacity);

/// The same with one number ("setaf"), or with two ("cup": row and column).
size_t cnc_capability_1(const char *name, int a, char *out, size_t capacity);
size_t cnc_capability_2(const char *name, int a, int b, char *out, size_t capacity);

/// How many columns the C library thinks a scalar takes; -1 when it cannot show it.
int cnc_width(uint32_t scalar);

/// Uses the locale of the environment for characters; true when it is UTF-8. When it is not, a
/// UTF-8 one is used all the same for widths, and the caller should draw in ASCII.
int cnc_set_locale(void);
