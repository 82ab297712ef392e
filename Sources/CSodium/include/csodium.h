#pragma once

#include <stdbool.h>
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

/// Writes the 32 bytes of the SHA-256 hash of a message.
void csodium_sha256(uint8_t *_Nonnull hash, const void *_Nullable message, size_t count);

/// Encrypts a message with XChaCha20-Poly1305 (IETF) into `count` + 16 bytes. The context is only authenticated; the
/// nonce has 24 bytes and the key 32.
void csodium_seal(uint8_t *_Nonnull sealed, const uint8_t *_Nullable message, size_t count,
                  const uint8_t *_Nullable context, size_t context_count,
                  const uint8_t *_Nonnull nonce, const uint8_t *_Nonnull key);

/// Decrypts `count` bytes, at least 16, into `count` - 16. Returns whether they are authentic.
bool csodium_open(uint8_t *_Nullable message, const uint8_t *_Nonnull sealed, size_t count,
                  const uint8_t *_Nullable context, size_t context_count,
                  const uint8_t *_Nonnull nonce, const uint8_t *_Nonnull key);
