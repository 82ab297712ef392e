#include "CTestSupport.h"

// Debian's package of valgrind contains the header; without the package, nothing can run under valgrind.
#if __has_include(<valgrind/callgrind.h>)

#include <valgrind/callgrind.h>

void ctest_count_instructions(void) { CALLGRIND_ZERO_STATS; }

void ctest_write_instructions(const char *name) { CALLGRIND_DUMP_STATS_AT(name); }

#else

void ctest_count_instructions(void) {}

void ctest_write_instructions(const char *name) { (void)name; }

#endif
