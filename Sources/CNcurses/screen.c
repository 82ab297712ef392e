#define _GNU_SOURCE
#define NCURSES_WIDECHAR 1
#include "CNcurses.h"

#include <curses.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

_Static_assert(CCHARW_MAX == CNC_MAX_SCALARS, "cnc_cell has as many scalars as a cell of ncurses");

static SCREEN *screen;

// ncurses writes in pieces, and blocks if a terminal does not read. So it writes to memory.
static FILE *output;
static char *written;
static size_t capacity;
/// The offset of the next frame's bytes.
static off_t begin;

/// A space in each style.
static cchar_t *styles;
static int style_count;

static int open_output(void) {
  int file = memfd_create("frame", MFD_CLOEXEC);
  if (file < 0) return 0;
  output = fdopen(file, "r+");
  if (!output) {
    close(file);
    return 0;
  }
  begin = 0;
  capacity = 1 << 16;
  written = mmap(NULL, capacity, PROT_READ, MAP_SHARED, file, 0);
  return written != MAP_FAILED;
}

static void ignore_signal(int signal) { (void)signal; }

/// Calls `newterm` without its signal handlers, which would write to the terminal and end the process.
static SCREEN *open_screen(const char *term) {
  static const int signals[] = {SIGINT, SIGTERM, SIGTSTP, SIGWINCH};
  enum { COUNT = sizeof signals / sizeof *signals };
  struct sigaction before[COUNT];
  sigset_t all, blocked;
  sigfillset(&all);
  sigprocmask(SIG_BLOCK, &all, &blocked);
  // ncurses does not replace existing handlers, either now or while it draws.
  for (int i = 0; i < COUNT; i++) {
    sigaction(signals[i], &(struct sigaction){.sa_handler = ignore_signal}, &before[i]);
  }
  SCREEN *opened = newterm(term, output, output);
  for (int i = 0; i < COUNT; i++) sigaction(signals[i], &before[i], NULL);
  sigprocmask(SIG_SETMASK, &blocked, NULL);
  return opened;
}

int cnc_open(const char *term, int rows, int columns) {
  // `resize_term` sets the size. The environment is ignored, and the ioctl fails on a file, so the initial size is that
  // of terminfo, or else 24 by 80.
  use_env(FALSE);
  use_tioctl(TRUE);
  screen = open_output() ? open_screen(term) : NULL;
  if (!screen || !cnc_resize(rows, columns)) {
    cnc_close();
    return 0;
  }
  if (has_colors()) {
    start_color();
    use_default_colors();
  }
  // ncurses reads no keys here, and parts of rows seldom move sideways.
  typeahead(-1);
  idcok(stdscr, FALSE);
  // Until it has been suspended once, ncurses flushes after each cursor movement instead of after a frame.
  endwin();
  // The first bytes initialize the terminal, which the caller has already done. They are discarded.
  const char *first;
  cnc_draw(&first);
  cnc_style(0, -1, -1);
  if (style_count > 0) return 1;
  cnc_close();
  return 0;
}

void cnc_close(void) {
  if (screen) delscreen(screen);
  if (written && written != MAP_FAILED) munmap(written, capacity);
  if (output) fclose(output);
  free(styles);
  screen = NULL;
  written = NULL;
  output = NULL;
  styles = NULL;
  style_count = 0;
}

int cnc_resize(int rows, int columns) { return resize_term(rows, columns) == OK; }

int cnc_style(unsigned attributes, int foreground, int background) {
  static const attr_t names[] = {A_BOLD, A_DIM, A_REVERSE, A_UNDERLINE, A_ITALIC};
  cchar_t *grown = realloc(styles, (size_t)(style_count + 1) * sizeof *styles);
  if (!grown) return 0;
  styles = grown;
  attr_t all = A_NORMAL;
  for (size_t bit = 0; bit < sizeof names / sizeof *names; bit++) {
    if (attributes & 1u << bit) all |= names[bit];
  }
  int is_colored = has_colors() && (foreground >= 0 || background >= 0);
  int pair = is_colored ? alloc_pair(foreground, background) : 0;
  if (pair < 0) pair = 0;
  setcchar(&styles[style_count], L" ", all, 0, &pair);
  return style_count++;
}

void cnc_redraw(void) { clearok(curscr, TRUE); }

void cnc_put(int row, int column, const struct cnc_cell *cells, size_t count) {
  cchar_t run[COLS];
  if (count > (size_t)COLS) count = (size_t)COLS;
  for (size_t i = 0; i < count; i++) {
    run[i] = styles[cells[i].style];
    for (int k = 0; k < CNC_MAX_SCALARS; k++) run[i].chars[k] = (wchar_t)cells[i].scalars[k];
  }
  mvadd_wchnstr(row, column, run, (int)count);
  // Between frames the hidden cursor waits in the middle of the top row, far from most changes: for a movement by more
  // than eight cells, ncurses formats one control sequence, otherwise it compares up to ten.
  wmove(stdscr, 0, COLS / 2);
}

size_t cnc_draw(const char **bytes) {
  wnoutrefresh(stdscr);
  doupdate();
  int file = fileno(output);
  off_t end = lseek(file, 0, SEEK_CUR);
  // If the offset is unknown, these bytes are returned with the next frame.
  if (end < begin) return 0;
  if ((size_t)end > capacity) {
    char *grown = mremap(written, capacity, (size_t)end, MREMAP_MAYMOVE);
    if (grown == MAP_FAILED) return 0;
    written = grown;
    capacity = (size_t)end;
  }
  *bytes = written + begin;
  size_t count = (size_t)(end - begin);
  begin = end;
  // Reuses the first page (4 KB) once it is full.
  if (end >= 4096 && lseek(file, 0, SEEK_SET) == 0) begin = 0;
  return count;
}
