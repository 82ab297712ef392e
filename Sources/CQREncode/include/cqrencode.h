#pragma once

#include <stddef.h>
#include <stdint.h>

// The functions of libqrencode that Ladder uses. The library is opened at run time, so that a program without a QR code
// does not load it.

/// Opens the library. Returns NULL, or the reason for a failure.
const char *_Nullable cqrencode_load(void);

/// Writes a QR code with error correction L, row by row, with a 1 for each dark module. Call `cqrencode_load` first.
///
/// Returns its width, or 0 if the text is too long or the code does not fit into `modules`.
int cqrencode_encode(const char *_Nonnull text, uint8_t *_Nonnull modules, size_t capacity);
