#pragma once

// The header has a set of functions for each width of characters, and wants to know which.
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
