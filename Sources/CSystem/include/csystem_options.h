#pragma once

/// Whether an option takes a value.
enum csys_option_argument {
  CSYS_ARGUMENT_NONE = 0,
  CSYS_ARGUMENT_REQUIRED = 1,
  CSYS_ARGUMENT_OPTIONAL = 2,
};

/// A long option: `--name`. `code` is the result of `csys_getopt` for it: the short letter's value if there is one,
/// otherwise a number above 255.
struct csys_option {
  const char *name;
  int argument;
  int code;
};

/// The results of `csys_getopt` other than an option's own code.
enum csys_getopt_code {
  CSYS_GETOPT_DONE = -1,            ///< No option is left: `index` is the first plain word.
  CSYS_GETOPT_UNKNOWN = -2,         ///< `word` is not an option, or is ambiguous.
  CSYS_GETOPT_MISSING_VALUE = -3,   ///< `word` needs a value and has none.
  CSYS_GETOPT_UNWANTED_VALUE = -4,  ///< `word` is a long option that takes no value and was given one.
};

/// A step over the command line.
struct csys_getopt_step {
  int code;              ///< The option's code or one of `csys_getopt_code`.
  const char *argument;  ///< The option's value, or NULL.
  const char *word;      ///< The word of `argv` being read (also for short options), for messages.
  int letter;            ///< The short letter at fault, or 0.
  int index;             ///< Index in `argv` of the next word to be read.
};

/// Reads the next option with the C library's `getopt_long`. Its position is global, so read one command line at a
/// time, on one thread. Call `csys_getopt_reset` first.
///
/// `shorts` is getopt's string of letters ("a:hV"); a leading '+' stops at the first operand, as needed for
/// subcommands. Supports at most 127 long options. Prints nothing.
struct csys_getopt_step csys_getopt(int argc, char *const *argv, const char *shorts,
                                    const struct csys_option *options, int count);

/// Resets the position, so that another command line can be read.
void csys_getopt_reset(void);
