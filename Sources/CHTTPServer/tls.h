#pragma once

#include <stdbool.h>

// Certificates that replace the one a server started with. libmicrohttpd cannot change its own.

struct credentials {
  void *certificate;
  /// The one before, which connections may still use.
  struct credentials *previous;
};

/// Opens the library, which libmicrohttpd uses too. Returns NULL, or the reason for a failure.
const char *tls_load(void);

/// Returns NULL if the chain and the private key, in PEM, are not valid.
struct credentials *tls_new_credentials(const char *chain, const char *private_key);

/// Uses a certificate for a session of GnuTLS that has just begun.
void tls_use(const struct credentials *credentials, void *session);

/// Frees credentials, and all before.
void tls_free(struct credentials *credentials);
