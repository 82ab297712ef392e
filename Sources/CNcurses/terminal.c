#define _GNU_SOURCE
#include "CNcurses.h"

#include <curses.h>
#include <langinfo.h>
#include <locale.h>
#include <string.h>
#include <term.h>
#include <unistd.h>
#include <wchar.h>

int cnc_number(const char *name) { return tigetnum(name); }

int cnc_color_count(void) {
  int error;
  if (setupterm(NULL, STDOUT_FILENO, &error) != OK) return 0;
  // With the flag "RGB", color numbers are RGB values, and only the first eight are palette colors.
  int count = tigetflag("RGB") > 0 ? 8 : tigetnum("colors");
  del_curterm(cur_term);
  return count;
}

int cnc_flag(const char *name) { return tigetflag(name) > 0; }

/// Copies a string without padding such as "$<5/>", which only printing terminals need.
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

static const char *string_of(const char *name) {
  const char *value = tigetstr(name);
  return value == (char *)-1 ? NULL : value;
}

size_t cnc_capability(const char *name, char *out, size_t capacity) {
  return copy_unpadded(string_of(name), out, capacity);
}

size_t cnc_capability_2(const char *name, int a, int b, char *out, size_t capacity) {
  const char *value = string_of(name);
  return value ? copy_unpadded(tiparm(value, a, b), out, capacity) : 0;
}

int cnc_width(uint32_t scalar) { return wcwidth((wchar_t)scalar); }

int cnc_set_locale(void) {
  setlocale(LC_CTYPE, "");
  if (strcmp(nl_langinfo(CODESET), "UTF-8") == 0) return 1;
  setlocale(LC_CTYPE, "C.UTF-8");
  return 0;
}
