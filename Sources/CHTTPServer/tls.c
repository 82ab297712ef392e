#include "tls.h"

#include <gnutls/gnutls.h>
#include <stdlib.h>
#include <string.h>

#include "clibrary.h"

#define FUNCTIONS(X)                                                                             \
  X(gnutls_certificate_allocate_credentials)                                                     \
  X(gnutls_certificate_free_credentials)                                                         \
  X(gnutls_certificate_set_x509_key_mem)                                                         \
  X(gnutls_credentials_set)

CLIBRARY(FUNCTIONS, "libgnutls.so.30")

const char *tls_load(void) { return open_library(); }

static gnutls_datum_t datum(const char *text) {
  return (gnutls_datum_t){.data = (unsigned char *)text, .size = (unsigned)strlen(text)};
}

struct credentials *tls_new_credentials(const char *chain, const char *private_key) {
  const gnutls_datum_t chain_data = datum(chain), key_data = datum(private_key);
  gnutls_certificate_credentials_t certificate = NULL;
  struct credentials *credentials = calloc(1, sizeof *credentials);
  if (credentials && library.gnutls_certificate_allocate_credentials(&certificate) == 0 &&
      library.gnutls_certificate_set_x509_key_mem(certificate, &chain_data, &key_data,
                                                  GNUTLS_X509_FMT_PEM) >= 0) {
    credentials->certificate = certificate;
    return credentials;
  }
  if (certificate) library.gnutls_certificate_free_credentials(certificate);
  free(credentials);
  return NULL;
}

void tls_use(const struct credentials *credentials, void *session) {
  library.gnutls_credentials_set(session, GNUTLS_CRD_CERTIFICATE, credentials->certificate);
}

void tls_free(struct credentials *credentials) {
  while (credentials) {
    struct credentials *previous = credentials->previous;
    library.gnutls_certificate_free_credentials(credentials->certificate);
    free(credentials);
    credentials = previous;
  }
}
