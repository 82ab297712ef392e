#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// An HTTP server on libmicrohttpd. Plain functions wrap its varargs and its callback of eight arguments. The
// library is opened at run time, so that a program that is not a server does not load it. This module has no policy.

/// A server that is listening.
typedef struct chttp_server chttp_server;

/// A request whose head has arrived, valid until its handler returns.
typedef struct chttp_request chttp_request;

/// The thread that a function is called on.
typedef enum {
  /// A thread that serves connections. The function must not wait.
  chttp_network,
  /// A worker thread. The function may wait.
  chttp_worker,
  /// The thread of deadlines; it calls the function if no worker was free in time. The function must not wait.
  chttp_overdue,
} chttp_thread;

/// Handles a request; called on several threads at a time. If a body follows, the handler is called with the head and
/// again with the complete request, both times on a network thread. It must call `chttp_respond`,
/// `chttp_respond_with_stream`, `chttp_accept_body` (only before the body), `chttp_enqueue` (only on a network
/// thread), or `chttp_wait`. Returns false after the last two.
typedef bool chttp_handler(void *_Nullable context, chttp_request *_Nonnull request,
                           chttp_thread thread);

/// Releases an object. Called once for each object.
typedef void chttp_releaser(void *_Nonnull object);

typedef struct {
  /// The numeric IPv4 or IPv6 address, and the port to listen on. Port 0 selects any free port.
  const char *_Nonnull address;
  uint16_t port;
  /// The numbers of threads that serve connections, and of worker threads for requests that may wait.
  unsigned threads;
  unsigned workers;
  /// The maximum numbers of connections: in total, without a valid token, and from one address (0 for no limit). A
  /// new connection without a token closes the oldest such connection if there are too many.
  unsigned max_connections;
  unsigned max_unknown_connections;
  unsigned max_connections_per_address;
  /// The time after which an idle connection is closed.
  unsigned timeout_seconds;
  /// The time in milliseconds after which a connection is closed if its request is incomplete or its response has not
  /// been sent, even if bytes still arrive. The time starts with the connection or the end of its last response.
  int64_t request_milliseconds;
  /// The maximum time in milliseconds that a request waits for a worker.
  int64_t queue_milliseconds;
  /// A clock in milliseconds for these times, or NULL for the real one. With another clock, deadlines are only enforced
  /// by `chttp_enforce_deadlines`.
  int64_t (*_Nullable now)(void *_Nullable context);
  /// The certificate chain and its private key in PEM, or NULL for plain HTTP.
  const char *_Nullable certificate;
  const char *_Nullable private_key;
  chttp_handler *_Nonnull handle;
  /// Releases the object of a request at its end.
  chttp_releaser *_Nonnull release;
  void *_Nullable context;
} chttp_options;

/// Opens the library. Returns NULL, or the reason for a failure.
const char *_Nullable chttp_load(void);

/// Starts a server. Call `chttp_load` first. Returns NULL and sets errno on failure: EINVAL if the address or the
/// certificate is not valid.
chttp_server *_Nullable chttp_start(const chttp_options *_Nonnull options);

/// The port that a server listens on.
uint16_t chttp_port(const chttp_server *_Nonnull server);

/// Stops listening. Open connections are served until `chttp_stop`.
void chttp_quiesce(chttp_server *_Nonnull server);

/// The number of requests whose response has not been sent completely.
unsigned chttp_request_count(chttp_server *_Nonnull server);

/// The number of open connections.
unsigned chttp_connection_count(chttp_server *_Nonnull server);

/// The number of requests and calls that wait for a worker.
unsigned chttp_queue_count(chttp_server *_Nonnull server);

/// Uses another certificate chain and private key, in PEM, for new connections of a TLS server. Returns false if they
/// are not valid. Only one thread may call it at a time.
bool chttp_replace_certificate(chttp_server *_Nonnull server, const char *_Nonnull chain,
                               const char *_Nonnull private_key);

/// Closes the connections of overdue requests, and returns their number. Handles requests that no worker could handle
/// in time. With the real clock, a thread of the server does this.
unsigned chttp_enforce_deadlines(chttp_server *_Nonnull server);

/// Closes all connections, waits for running handlers, and frees the server. No connection may be suspended.
void chttp_stop(chttp_server *_Nonnull server);

const char *_Nonnull chttp_method(const chttp_request *_Nonnull request);
/// The path without the query, with its percent-encoding.
const char *_Nonnull chttp_path(const chttp_request *_Nonnull request);
/// A parameter of the query with its percent-encoding, or NULL. A plus sign is a space.
const char *_Nullable chttp_query(const chttp_request *_Nonnull request, const char *_Nonnull name);
/// The first header with a name, or NULL. Names are compared without case.
const char *_Nullable chttp_header(const chttp_request *_Nonnull request, const char *_Nonnull name);
/// The last header with a name, or NULL.
const char *_Nullable chttp_last_header(const chttp_request *_Nonnull request, const char *_Nonnull name);
/// Whether the headers give the length of the body more than once or in an invalid form.
bool chttp_is_ambiguous(const chttp_request *_Nonnull request);
/// Whether another program could read the head differently: a header name or path has a blank, there is a NUL, a line
/// is continued, or there is not exactly one `Host`.
bool chttp_is_malformed(const chttp_request *_Nonnull request);
/// Whether the request was counted for a rate limit: when its body was accepted, or before it was enqueued.
bool chttp_is_counted(const chttp_request *_Nonnull request);
/// Whether the request has arrived completely, not only its head.
bool chttp_is_complete(const chttp_request *_Nonnull request);
/// The size of the body in bytes according to the head; -1 if it is unknown.
int64_t chttp_body_size(const chttp_request *_Nonnull request);
/// Whether the body exceeded the accepted size and was discarded.
bool chttp_is_too_large(const chttp_request *_Nonnull request);
/// The body; NULL if it is empty.
const void *_Nullable chttp_body(const chttp_request *_Nonnull request, size_t *_Nonnull count);
/// Writes the numeric address of the other end to `buffer`.
void chttp_peer(const chttp_request *_Nonnull request, char *_Nonnull buffer, size_t size);

/// Accepts the body of a request. A body of unknown size that becomes too large is read and discarded; the connection
/// is closed after eight times the accepted size.
///
/// - Parameter is_known: Whether the request has a valid token.
void chttp_accept_body(chttp_request *_Nonnull request, size_t max_size, bool is_known);

/// Attaches an object to a request, to be released when the request ends. An earlier object is released immediately.
void chttp_own(chttp_request *_Nonnull request, void *_Nonnull object);

/// Handles a request on a worker.
///
/// - Parameter is_counted: The result that `chttp_is_counted` returns afterwards.
void chttp_enqueue(chttp_request *_Nonnull request, bool is_counted);

/// Makes a request wait for a response on any thread, after which `chttp_resume` must be called for its connection.
void chttp_wait(chttp_request *_Nonnull request);

/// Calls `run` on a worker, or on the thread of deadlines if none is free in time. Returns false if there is no memory.
bool chttp_perform(chttp_server *_Nonnull server,
                   void (*_Nonnull run)(void *_Nonnull context, chttp_thread thread),
                   void *_Nonnull context);

/// Responds to a request after its handler has returned, or when it is resumed. The body is copied. If the request's
/// body has not arrived, the connection is closed afterwards.
void chttp_respond(chttp_request *_Nonnull request, unsigned status, const void *_Nullable body,
                   size_t body_count);

/// Adds a header to the response of a request. Both texts are copied.
void chttp_add_header(chttp_request *_Nonnull request, const char *_Nonnull name,
                      const char *_Nonnull value);

/// The connection of a request.
typedef struct chttp_connection chttp_connection;

/// Writes the next bytes of a body to `buffer` and returns their number; 0 after `chttp_suspend`; -1 at the end.
typedef ssize_t chttp_reader(void *_Nullable context, void *_Nonnull buffer, size_t size);

/// Called once after the last call of a reader.
typedef void chttp_finisher(void *_Nullable context);

/// Responds to a request with a body that `read` produces while it is sent.
void chttp_respond_with_stream(chttp_request *_Nonnull request, unsigned status,
                               chttp_reader *_Nonnull read, chttp_finisher *_Nonnull finish,
                               void *_Nullable context);

/// The server of a request.
chttp_server *_Nonnull chttp_request_server(const chttp_request *_Nonnull request);

/// The connection of a request, valid until the finisher of its stream is called.
chttp_connection *_Nonnull chttp_request_connection(const chttp_request *_Nonnull request);

/// Stops calling the reader, and stops the idle timeout. Only the reader may call this function.
void chttp_suspend(chttp_connection *_Nonnull connection);

/// Resumes a connection that is suspended or waits. Any thread may call this, once for each `chttp_suspend` or
/// `chttp_wait`.
void chttp_resume(chttp_connection *_Nonnull connection);
