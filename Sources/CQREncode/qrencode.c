#include <qrencode.h>

#include "clibrary.h"
#include "cqrencode.h"

#define FUNCTIONS(X)                                                                             \
  X(QRcode_encodeString8bit)                                                                     \
  X(QRcode_free)

// The soname in Debian's package. A soname changes only with an incompatible version.
CLIBRARY(FUNCTIONS, "libqrencode.so.4")

const char *cqrencode_load(void) { return open_library(); }

int cqrencode_encode(const char *text, uint8_t *modules, size_t capacity) {
  QRcode *code = library.QRcode_encodeString8bit(text, 0, QR_ECLEVEL_L);
  if (!code) return 0;
  int width = code->width;
  size_t count = (size_t)width * (size_t)width;
  // The other bits encode the purpose of the module.
  for (size_t index = 0; index < count && count <= capacity; index++) {
    modules[index] = code->data[index] & 1;
  }
  library.QRcode_free(code);
  return count <= capacity ? width : 0;
}
