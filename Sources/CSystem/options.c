#include <getopt.h>
#include <string.h>

#include "csystem_options.h"

enum { MAX_OPTIONS = 127, MAX_SHORTS = 128 };

void csys_getopt_reset(void) {
  // With 0 instead of 1, glibc also resets its position inside a group of short options.
  optind = 0;
}

struct csys_getopt_step csys_getopt(int argc, char *const *argv, const char *shorts,
                                    const struct csys_option *options, int count) {
  struct option table[MAX_OPTIONS + 1] = {0};
  if (count > MAX_OPTIONS) count = MAX_OPTIONS;
  for (int i = 0; i < count; i++) {
    table[i] = (struct option){options[i].name, options[i].argument, NULL, options[i].code};
  }

  // A ':' after the mode letter makes getopt distinguish a missing value from an unknown option.
  char letters[MAX_SHORTS];
  size_t mode = (shorts[0] == '+' || shorts[0] == '-') ? 1 : 0;
  letters[0] = shorts[0];
  letters[mode] = ':';
  strncpy(letters + mode + 1, shorts + mode, sizeof letters - mode - 2);
  letters[sizeof letters - 1] = '\0';

  opterr = 0;
  int before = optind == 0 ? 1 : optind;
  int code = getopt_long(argc, argv, letters, table, NULL);

  struct csys_getopt_step step = {.code = code, .index = optind};
  // getopt moves operands behind the options, so the last word is the one before optind, unless a group of short
  // letters is still being read.
  int at = optind > before ? optind - 1 : optind;
  if (code == ':' || code == '?') {
    step.word = at < argc ? argv[at] : NULL;
    step.letter = 0;
    for (const char *l = shorts; *l; l++) {
      if (*l == optopt) step.letter = optopt;
    }
    if (code == ':') {
      step.code = CSYS_GETOPT_MISSING_VALUE;
    } else if (optopt != 0 && (step.letter == 0 || optopt > 255)) {
      int known = 0;
      for (int i = 0; i < count; i++) known |= options[i].code == optopt;
      step.code = known ? CSYS_GETOPT_UNWANTED_VALUE : CSYS_GETOPT_UNKNOWN;
      if (!known) step.letter = optopt;
    } else {
      // glibc sets optopt to 0 for an unknown long option, and to the code of an option that has an unwanted value.
      step.code = optopt != 0 ? CSYS_GETOPT_UNWANTED_VALUE : CSYS_GETOPT_UNKNOWN;
    }
    return step;
  }
  if (code == -1) return step;
  step.argument = optarg;
  step.word = at < argc ? argv[at] : NULL;
  return step;
}
