#include <sodium.h>

#include "clibrary.h"
#include "csodium.h"

#define FUNCTIONS(X)                                                                             \
  X(sodium_init)                                                                                 \
  X(randombytes_buf)                                                                             \
  X(crypto_generichash)                                                                          \
  X(crypto_hash_sha256)                                                                          \
  X(crypto_aead_xchacha20poly1305_ietf_encrypt)                                                  \
  X(crypto_aead_xchacha20poly1305_ietf_decrypt)

// The soname in Debian's package. A soname changes only with an incompatible version.
CLIBRARY(FUNCTIONS, "libsodium.so.23")

const char *csodium_load(void) {
  const char *failure = open_library();
  if (failure) return failure;
  return library.sodium_init() < 0 ? "it cannot be initialized" : NULL;
}

void csodium_random(void *buffer, size_t count) { library.randombytes_buf(buffer, count); }

void csodium_hash(uint8_t *hash, const void *message, size_t count) {
  library.crypto_generichash(hash, 32, message, count, NULL, 0);
}

void csodium_sha256(uint8_t *hash, const void *message, size_t count) {
  library.crypto_hash_sha256(hash, message, count);
}

void csodium_seal(uint8_t *sealed, const uint8_t *message, size_t count, const uint8_t *context,
                  size_t context_count, const uint8_t *nonce, const uint8_t *key) {
  library.crypto_aead_xchacha20poly1305_ietf_encrypt(sealed, NULL, message, count, context,
                                                     context_count, NULL, nonce, key);
}

bool csodium_open(uint8_t *message, const uint8_t *sealed, size_t count, const uint8_t *context,
                  size_t context_count, const uint8_t *nonce, const uint8_t *key) {
  return library.crypto_aead_xchacha20poly1305_ietf_decrypt(message, NULL, NULL, sealed, count,
                                                            context, context_count, nonce,
                                                            key) == 0;
}
