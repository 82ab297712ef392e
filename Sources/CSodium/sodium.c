#include <dlfcn.h>
#include <sodium.h>

#include "csodium.h"

#define FUNCTIONS(X)                                                                             \
  X(sodium_init)                                                                                 \
  X(randombytes_buf)                                                                             \
  X(crypto_generichash)

static struct {
#define DECLARE(name) __typeof__(&name) name;
  FUNCTIONS(DECLARE)
#undef DECLARE
} library;

// The name that Debian's package has; it changes only with an incompatible version.
static const char library_name[] = "libsodium.so.23";

const char *csodium_load(void) {
  void *handle = dlopen(library_name, RTLD_NOW | RTLD_LOCAL);
  if (!handle) return dlerror();
#define LOAD(name)                                                                               \
  library.name = (__typeof__(library.name))dlsym(handle, #name);                                 \
  if (!library.name) return dlerror();
  FUNCTIONS(LOAD)
#undef LOAD
  return library.sodium_init() < 0 ? "it cannot be initialized" : NULL;
}

void csodium_random(void *buffer, size_t count) { library.randombytes_buf(buffer, count); }

void csodium_hash(uint8_t *hash, const void *message, size_t count) {
  library.crypto_generichash(hash, 32, message, count, NULL, 0);
}
