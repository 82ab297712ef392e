#pragma once

#include <stdbool.h>

// Certificates that replace a server's first certificate, because libmicrohttpd itself cannot replace it.

struct credentials {
  void *certificate;
  /// The previous certificate, which connections may still use.
  struct credentials *previous;
};

/// Opens GnuTLS, which libmicrohttpd uses too. Returns NULL, or the reason for a failure.
const char *tls_load(void);

/// Creates credentials. Returns NULL if the chain or the private key, in PEM, is not valid.
struct credentials *tls_new_credentials(const char *chain, const char *private_key);

/// Uses a certificate for a session of GnuTLS that has just begun.
void tls_use(const struct credentials *credentials, void *session);

/// Frees credentials and all previous ones.
void tls_free(struct credentials *credentials);
