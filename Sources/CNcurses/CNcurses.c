#define _GNU_SOURCE
#define _XOPEN_SOURCE_EXTENDED 1
#define NCURSES_WIDECHAR 1
#include "CNcurses.h"

#include <curses.h>
#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <term.h>
#include <unistd.h>
#include <wchar.h>

static SCREEN *screen;
static FILE *stream;
static cchar_t *row;
static int row_capacity;
static int has_default_colors;

int cnc_open(const char *term, int output, int rows, int width) {
  // Asked first, because newterm does not say why it refuses. Its size is wrong until cnc_resize:
  // the descriptor is no terminal, and use_env(FALSE) makes newterm refuse entries without a size.
  int found = 0;
  if (setupterm(term, output, &found) != OK) return CNC_UNKNOWN_TERMINAL;
  if (!cursor_address || !clear_screen) {
    del_curterm(cur_term);
    return CNC_TOO_DUMB;
  }
  int copy = dup(output);
  stream = copy < 0 ? NULL : fdopen(copy, "w+");
  if (!stream) return CNC_UNKNOWN_TERMINAL;
  screen = newterm(term, stream, stream);
  if (!screen) {
    fclose(stream);
    stream = NULL;
    return CNC_UNKNOWN_TERMINAL;
  }
  // Looking for typed keys in the middle of an update would read the memfd.
  typeahead(-1);
  nonl();
  leaveok(stdscr, TRUE);
  scrollok(stdscr, FALSE);
  if (has_colors()) {
    start_color();
    has_default_colors = use_default_colors() == OK;
  }
  cnc_resize(rows, width);
  return CNC_OPENED;
}

void cnc_close(void) {
  if (!screen) return;
  endwin();
  delscreen(screen);
  screen = NULL;
  fclose(stream);
  stream = NULL;
}

void cnc_resize(int rows, int width) {
  resizeterm(rows, width);
  werase(stdscr);
  cnc_invalidate();
}

void cnc_invalidate(void) { clearok(curscr, TRUE); }

int cnc_colors(void) { return has_colors() ? COLORS : 0; }
int cnc_has_default_colors(void) { return has_default_colors; }
int cnc_color_pairs(void) { return has_colors() ? COLOR_PAIRS : 0; }

void cnc_set_pair(int pair, int foreground, int background) {
  init_extended_pair(pair, foreground, background);
}

static cchar_t *cell(int index) {
  if (index >= row_capacity) {
    int capacity = row_capacity < 256 ? 256 : row_capacity;
    while (capacity <= index) capacity *= 2;
    cchar_t *grown = realloc(row, (size_t)capacity * sizeof *row);
    if (!grown) abort();
    row = grown;
    row_capacity = capacity;
  }
  return &row[index];
}

static attr_t attributes_of(unsigned attributes, int pair) {
  attr_t result = COLOR_PAIR(pair > 255 ? 255 : pair);
  if (attributes & CNC_BOLD) result |= A_BOLD;
  if (attributes & CNC_DIM) result |= A_DIM;
  if (attributes & CNC_REVERSE) result |= A_REVERSE;
  if (attributes & CNC_UNDERLINE) result |= A_UNDERLINE;
  if (attributes & CNC_ITALIC) result |= A_ITALIC;
  return result;
}

void cnc_cell(int index, uint32_t scalar, unsigned attributes, int pair) {
  // The struct itself instead of setcchar, which checks and copies a string for each cell.
  cchar_t *c = cell(index);
  *c = (cchar_t){.attr = attributes_of(attributes, pair), .chars = {(wchar_t)scalar}};
#if NCURSES_EXT_COLORS
  c->ext_color = pair;
#endif
}

void cnc_cluster(int index, const uint32_t *scalars, int count, unsigned attributes, int pair) {
  cnc_cell(index, scalars[0], attributes, pair);
  cchar_t *c = cell(index);
  for (int i = 1; i < count && i < CCHARW_MAX; i++) c->chars[i] = (wchar_t)scalars[i];
}

void cnc_draw_row(int y, int x, int count) {
  cell(count);
  mvwadd_wchnstr(stdscr, y, x, row, count);
}

void cnc_update(void) {
  wnoutrefresh(stdscr);
  doupdate();
}

int cnc_width(uint32_t scalar) { return wcwidth((wchar_t)scalar); }

/// Copies without "$<5/>", which asks for pauses that only paper needed.
static size_t copy_unpadded(const char *from, char *out, size_t capacity) {
  size_t length = 0;
  while (from && *from && length < capacity) {
    if (from[0] == '$' && from[1] == '<') {
      const char *end = strchr(from, '>');
      if (end) {
        from = end + 1;
        continue;
      }
    }
    out[length++] = *from++;
  }
  return length;
}

size_t cnc_capability(const char *name, char *out, size_t capacity) {
  const char *value = tigetstr(name);
  if (!value || value == (char *)-1) return 0;
  return copy_unpadded(value, out, capacity);
}

size_t cnc_cursor_address(int y, int x, char *out, size_t capacity) {
  return cursor_address ? copy_unpadded(tiparm(cursor_address, y, x), out, capacity) : 0;
}

int cnc_set_locale(void) {
  setlocale(LC_CTYPE, "");
  if (strcmp(nl_langinfo(CODESET), "UTF-8") == 0) return 1;
  setlocale(LC_CTYPE, "C.UTF-8");
  return 0;
}
