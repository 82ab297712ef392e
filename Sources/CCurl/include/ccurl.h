#pragma once

#include <stdbool.h>
#include <stddef.h>

// HTTP requests with libcurl, driven by the caller's event loop. Wraps libcurl's varargs and macros in plain functions.
// libcurl is opened at run time, so that a program that never connects does not load it. This module has no policy.
//
// All functions except `ccurl_load` must be called by one thread. Callbacks other than `ended` must not call them.

/// A set of transfers.
typedef struct ccurl_multi ccurl_multi;

/// A request that has started and not ended.
typedef struct ccurl_transfer ccurl_transfer;

enum { CCURL_READABLE = 1, CCURL_WRITABLE = 2 };

typedef struct {
  /// Requests a report when a descriptor is ready for `events`, a sum of the constants above; 0 cancels the request.
  void (*_Nonnull watch)(void *_Nullable context, int descriptor, int events);
  /// Requests a call of `ccurl_timer_fired` after a delay, replacing an earlier request. A negative delay only cancels.
  void (*_Nonnull set_timer)(void *_Nullable context, long delay_ms);
  void *_Nullable context;
} ccurl_loop;

/// The result of a transfer.
typedef struct {
  /// A `CURLcode`; 0 if a complete response arrived.
  int code;
  /// libcurl's description of the error, which can contain any text from the server.
  const char *_Nonnull message;
  long status;
  /// OpenSSL's result of verifying the server's certificate.
  long verification;
} ccurl_result;

typedef struct {
  const char *_Nonnull method;
  const char *_Nonnull url;
  /// Lines such as `Accept: text/plain`.
  const char *_Nonnull const *_Nullable headers;
  size_t header_count;
  /// The body, which is copied; NULL for none.
  const void *_Nullable body;
  size_t body_count;
  /// A file of trusted certificates in PEM; NULL for the system's certificates.
  const char *_Nullable ca_file;
  /// A folder of trusted certificates, in files named by hashes (CApath), to use instead of `ca_file`; NULL for none.
  const char *_Nullable ca_folder;
  /// Whether to ignore the proxies of the environment.
  bool is_direct;
  /// The maximum times for connecting and for the whole transfer; 0 for no limit.
  long connect_timeout_ms, timeout_ms;
  /// The maximum time without a byte; 0 for no limit.
  long silence_timeout_seconds;
  /// Called for each header line with its line break, and for each part of the body. If a callback returns false, the
  /// transfer ends with an error.
  bool (*_Nonnull received_header)(void *_Nullable context, const char *_Nonnull line, size_t count);
  bool (*_Nonnull received_body)(void *_Nullable context, const char *_Nonnull part, size_t count);
  /// Called once at the end, unless the transfer is cancelled. The transfer is freed afterwards.
  void (*_Nonnull ended)(void *_Nullable context, ccurl_result result);
  void *_Nullable context;
} ccurl_options;

/// Opens the library. Returns NULL, or the reason for a failure.
const char *_Nullable ccurl_load(void);

/// Whether libcurl resolves host names on its own threads, so that it never blocks the caller.
bool ccurl_resolves_on_threads(void);

/// Creates an empty set, or returns NULL if there is no memory.
ccurl_multi *_Nullable ccurl_multi_new(ccurl_loop loop);

/// Frees a set without transfers, and closes its connections.
void ccurl_multi_free(ccurl_multi *_Nonnull multi);

/// Starts a transfer. Returns NULL if the options are not valid or there is no memory.
ccurl_transfer *_Nullable ccurl_start(ccurl_multi *_Nonnull multi,
                                      const ccurl_options *_Nonnull options);

/// Ends and frees a transfer. Does not call `ended`.
void ccurl_cancel(ccurl_multi *_Nonnull multi, ccurl_transfer *_Nonnull transfer);

/// Continues after a watched descriptor became ready for `events`.
void ccurl_descriptor_ready(ccurl_multi *_Nonnull multi, int descriptor, int events);

/// Continues after the delay of `set_timer`.
void ccurl_timer_fired(ccurl_multi *_Nonnull multi);

/// Whether an error means an unknown host, a timeout, an untrusted certificate, or no connection.
bool ccurl_is_unknown_host(int code);
bool ccurl_is_timeout(int code);
bool ccurl_is_untrusted(int code);
bool ccurl_is_connection_failure(int code);

/// Whether an untrusted certificate belongs to another host, or is not valid at this time.
bool ccurl_is_other_host(int code, long verification);
bool ccurl_is_outside_validity(long verification);
