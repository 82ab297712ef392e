#pragma once

// Selects the functions for 8-bit code units; the header requires the width.
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
