#pragma once

#include <stddef.h>
#include <stdint.h>

// The functions of libsodium that Ladder uses. The library is opened at run time, so that a program without an account
// does not load it.

/// Opens the library. Returns NULL, or the reason for a failure.
const char *_Nullable csodium_load(void);

/// Fills a buffer with unpredictable bytes. Call `csodium_load` first.
void csodium_random(void *_Nonnull buffer, size_t count);

/// Writes the 32 bytes of the BLAKE2b hash of a message.
void csodium_hash(uint8_t *_Nonnull hash, const void *_Nullable message, size_t count);
