#include <arpa/inet.h>
#include <errno.h>
#include <microhttpd.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "clibrary.h"
#include "chttpserver.h"
#include "deadlines.h"

#define FUNCTIONS(X)                                                                             \
  X(MHD_start_daemon)                                                                            \
  X(MHD_stop_daemon)                                                                             \
  X(MHD_get_daemon_info)                                                                         \
  X(MHD_get_connection_info)                                                                     \
  X(MHD_lookup_connection_value)                                                                 \
  X(MHD_get_connection_values)                                                                   \
  X(MHD_create_response_from_buffer)                                                             \
  X(MHD_create_response_from_callback)                                                           \
  X(MHD_suspend_connection)                                                                      \
  X(MHD_resume_connection)                                                                       \
  X(MHD_add_response_header)                                                                     \
  X(MHD_queue_response)                                                                          \
  X(MHD_destroy_response)

// The name that Debian's package has; it changes only with an incompatible version.
CLIBRARY(FUNCTIONS, "libmicrohttpd.so.12")

const char *chttp_load(void) { return open_library(); }

struct chttp_server {
  struct MHD_Daemon *daemon;
  chttp_handler *handle;
  void *context;
  size_t max_body;
  struct deadlines deadlines;
  atomic_uint request_count;
};

struct chttp_request {
  struct chttp_server *server;
  struct MHD_Connection *connection;
  char *method, *path;
  char *body;
  size_t body_count, body_capacity;
  size_t ignored_count;
  bool is_too_large, is_ambiguous;
  enum MHD_Result result;
};

static void free_request(struct chttp_request *request) {
  free(request->method);
  free(request->path);
  free(request->body);
  free(request);
}

static struct chttp_request *new_request(const char *path, const char *method) {
  struct chttp_request *request = calloc(1, sizeof *request);
  if (!request) return NULL;
  request->method = strdup(method);
  request->path = strdup(path);
  if (!request->method || !request->path) {
    free_request(request);
    return NULL;
  }
  return request;
}

static bool append(struct chttp_request *request, const char *data, size_t count) {
  size_t needed = request->body_count + count;
  if (needed > request->body_capacity) {
    size_t capacity = request->body_capacity ? request->body_capacity : 4096;
    while (capacity < needed) capacity *= 2;
    char *body = realloc(request->body, capacity);
    if (!body) return false;
    request->body = body;
    request->body_capacity = capacity;
  }
  memcpy(request->body + request->body_count, data, count);
  request->body_count = needed;
  return true;
}

// The headers about the length of a body.
struct framing {
  unsigned lengths, encodings;
  bool is_unknown;
};

static enum MHD_Result read_framing(void *context, enum MHD_ValueKind kind, const char *name,
                                    const char *value) {
  (void)kind;
  struct framing *framing = context;
  if (strcasecmp(name, MHD_HTTP_HEADER_CONTENT_LENGTH) == 0) {
    framing->lengths++;
    if (!*value || value[strspn(value, "0123456789")]) framing->is_unknown = true;
  } else if (strcasecmp(name, MHD_HTTP_HEADER_TRANSFER_ENCODING) == 0) {
    framing->encodings++;
    if (strcasecmp(value, "chunked") != 0) framing->is_unknown = true;
  }
  return MHD_YES;
}

// Whether a proxy and this server may see different ends of a request, so that its body may hide a second request.
static bool has_ambiguous_end(struct MHD_Connection *connection) {
  struct framing framing = {0};
  library.MHD_get_connection_values(connection, MHD_HEADER_KIND, read_framing, &framing);
  return framing.is_unknown || framing.lengths + framing.encodings > 1;
}

static enum MHD_Result handle(struct chttp_server *server, struct MHD_Connection *connection,
                              struct chttp_request *request) {
  request->server = server;
  request->connection = connection;
  request->result = MHD_NO;
  server->handle(server->context, request);
  return request->result;
}

// Called once when the headers have arrived, once for each part of the body, and once at the end.
static enum MHD_Result on_request(void *context, struct MHD_Connection *connection,
                                  const char *path, const char *method, const char *version,
                                  const char *data, size_t *count, void **state) {
  (void)version;
  struct chttp_server *server = context;
  struct chttp_request *request = *state;
  if (!request) {
    request = new_request(path, method);
    if (!request) return MHD_NO;
    *state = request;
    atomic_fetch_add(&server->request_count, 1);
    request->is_ambiguous = has_ambiguous_end(connection);
    // The library reads nothing after a response that precedes the body.
    return request->is_ambiguous ? handle(server, connection, request) : MHD_YES;
  }
  if (*count > 0) {
    // The rest of a body that is too large is read and ignored, up to a limit: an answer before its end would be lost.
    if (*count > server->max_body - request->body_count) request->is_too_large = true;
    if (request->is_too_large) {
      request->ignored_count += *count;
      if (request->ignored_count > 8 * server->max_body) return MHD_NO;
    } else if (!append(request, data, *count)) {
      return MHD_NO;
    }
    *count = 0;
    return MHD_YES;
  }
  return handle(server, connection, request);
}

static struct connection *timed_connection(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      library.MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info ? info->socket_context : NULL;
}

static void on_completion(void *context, struct MHD_Connection *connection, void **state,
                          enum MHD_RequestTerminationCode code) {
  (void)code;
  struct chttp_server *server = context;
  struct connection *timed = timed_connection(connection);
  if (timed) deadlines_restart(&server->deadlines, timed);
  if (!*state) return;
  free_request(*state);
  *state = NULL;
  atomic_fetch_sub(&server->request_count, 1);
}

static void on_connection(void *context, struct MHD_Connection *connection, void **state,
                          enum MHD_ConnectionNotificationCode code) {
  struct chttp_server *server = context;
  if (code == MHD_CONNECTION_NOTIFY_CLOSED) {
    // Called before the socket is closed.
    if (*state) deadlines_remove(&server->deadlines, *state);
    *state = NULL;
    return;
  }
  const union MHD_ConnectionInfo *info =
      library.MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  // Without memory for its deadline, a connection is not served.
  *state = info ? deadlines_add(&server->deadlines, info->connect_fd) : NULL;
  if (info && !*state) shutdown(info->connect_fd, SHUT_RDWR);
}

// Leaves percent-encoding as it is: a decoded slash would look like the end of a part of the path, and a decoded NUL
// like the end of the text.
static size_t keep_escapes(void *context, struct MHD_Connection *connection, char *text) {
  (void)context;
  (void)connection;
  return strlen(text);
}

static bool parse_address(const char *text, uint16_t port, struct sockaddr_storage *address) {
  memset(address, 0, sizeof *address);
  struct sockaddr_in *four = (struct sockaddr_in *)address;
  struct sockaddr_in6 *six = (struct sockaddr_in6 *)address;
  if (inet_pton(AF_INET, text, &four->sin_addr) == 1) {
    four->sin_family = AF_INET;
    four->sin_port = htons(port);
    return true;
  }
  if (inet_pton(AF_INET6, text, &six->sin6_addr) == 1) {
    six->sin6_family = AF_INET6;
    six->sin6_port = htons(port);
    return true;
  }
  return false;
}

chttp_server *chttp_start(const chttp_options *options) {
  struct sockaddr_storage address;
  if (!parse_address(options->address, options->port, &address)) {
    errno = EINVAL;
    return NULL;
  }
  struct chttp_server *server = calloc(1, sizeof *server);
  if (!server) return NULL;
  server->handle = options->handle;
  server->context = options->context;
  server->max_body = options->max_body;
  if (!deadlines_start(&server->deadlines, options->request_milliseconds, options->now,
                       options->context)) {
    free(server);
    errno = EAGAIN;
    return NULL;
  }

  unsigned flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_USE_ITC | MHD_ALLOW_SUSPEND_RESUME;
  if (address.ss_family == AF_INET6) flags |= MHD_USE_IPv6;
  if (options->certificate) flags |= MHD_USE_TLS;
  struct MHD_OptionItem items[12];
  size_t count = 0;
#define OPTION(name, number, pointer)                                                            \
  items[count++] = (struct MHD_OptionItem){MHD_OPTION_##name, (intptr_t)(number), (pointer)}
  OPTION(SOCK_ADDR, 0, &address);
  // A pool needs at least two threads.
  if (options->threads > 1) OPTION(THREAD_POOL_SIZE, options->threads, NULL);
  OPTION(CONNECTION_LIMIT, options->max_connections, NULL);
  if (options->max_connections_per_address)
    OPTION(PER_IP_CONNECTION_LIMIT, options->max_connections_per_address, NULL);
  OPTION(CONNECTION_TIMEOUT, options->timeout_seconds, NULL);
  OPTION(CONNECTION_MEMORY_LIMIT, 16 * 1024, NULL);
  OPTION(STRICT_FOR_CLIENT, 1, NULL);
  if (options->certificate) {
    OPTION(HTTPS_MEM_CERT, 0, (void *)options->certificate);
    OPTION(HTTPS_MEM_KEY, 0, (void *)options->private_key);
  }
  OPTION(END, 0, NULL);
#undef OPTION
  errno = 0;
  server->daemon = library.MHD_start_daemon(
      flags, options->port, NULL, NULL, on_request, server, MHD_OPTION_NOTIFY_COMPLETED,
      on_completion, server, MHD_OPTION_NOTIFY_CONNECTION, on_connection, server,
      MHD_OPTION_UNESCAPE_CALLBACK, keep_escapes, NULL, MHD_OPTION_ARRAY, items, MHD_OPTION_END);
  if (!server->daemon) {
    int error = errno ? errno : EINVAL;
    deadlines_stop(&server->deadlines);
    free(server);
    errno = error;
    return NULL;
  }
  return server;
}

uint16_t chttp_port(const chttp_server *server) {
  const union MHD_DaemonInfo *info =
      library.MHD_get_daemon_info(server->daemon, MHD_DAEMON_INFO_BIND_PORT);
  return info ? info->port : 0;
}

// `MHD_quiesce_daemon` of 0.9.75 aborts the program ("Failed to remove listen FD from epoll set") if a thread of the
// pool has noticed it before it returns. A socket that is shut down refuses connections as well. The threads poll it
// without waiting then, as long as there are connections; `MHD_stop_daemon` closes it.
void chttp_quiesce(chttp_server *server) {
  const union MHD_DaemonInfo *info =
      library.MHD_get_daemon_info(server->daemon, MHD_DAEMON_INFO_LISTEN_FD);
  if (info) shutdown(info->listen_fd, SHUT_RDWR);
}

unsigned chttp_request_count(chttp_server *server) {
  return atomic_load(&server->request_count);
}

unsigned chttp_connection_count(chttp_server *server) {
  return deadlines_count(&server->deadlines);
}

unsigned chttp_enforce_deadlines(chttp_server *server) {
  return deadlines_enforce(&server->deadlines);
}

// Closes the connections first: while `MHD_stop_daemon` of 0.9.75 waits for the threads, `MHD_queue_response` succeeds
// without a response, and a thread that reads a malformed request crashes as it sends the library's own error response.
void chttp_stop(chttp_server *server) {
  chttp_quiesce(server);
  deadlines_close(&server->deadlines);
  library.MHD_stop_daemon(server->daemon);
  deadlines_stop(&server->deadlines);
  free(server);
}

const char *chttp_method(const chttp_request *request) { return request->method; }

const char *chttp_path(const chttp_request *request) { return request->path; }

const char *chttp_query(const chttp_request *request, const char *name) {
  return library.MHD_lookup_connection_value(request->connection, MHD_GET_ARGUMENT_KIND, name);
}

const char *chttp_header(const chttp_request *request, const char *name) {
  return library.MHD_lookup_connection_value(request->connection, MHD_HEADER_KIND, name);
}

struct last_value {
  const char *name;
  const char *value;
};

static enum MHD_Result keep_if_named(void *context, enum MHD_ValueKind kind, const char *name,
                                     const char *value) {
  (void)kind;
  struct last_value *last = context;
  if (strcasecmp(name, last->name) == 0) last->value = value;
  return MHD_YES;
}

const char *chttp_last_header(const chttp_request *request, const char *name) {
  struct last_value last = {.name = name};
  library.MHD_get_connection_values(request->connection, MHD_HEADER_KIND, keep_if_named, &last);
  return last.value;
}

bool chttp_is_ambiguous(const chttp_request *request) { return request->is_ambiguous; }

bool chttp_is_too_large(const chttp_request *request) { return request->is_too_large; }

const void *chttp_body(const chttp_request *request, size_t *count) {
  *count = request->body_count;
  return request->body;
}

void chttp_peer(const chttp_request *request, char *buffer, size_t size) {
  buffer[0] = 0;
  const union MHD_ConnectionInfo *info = library.MHD_get_connection_info(
      request->connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  if (!info || !info->client_addr) return;
  if (info->client_addr->sa_family == AF_INET) {
    inet_ntop(AF_INET, &((struct sockaddr_in *)info->client_addr)->sin_addr, buffer, size);
  } else if (info->client_addr->sa_family == AF_INET6) {
    inet_ntop(AF_INET6, &((struct sockaddr_in6 *)info->client_addr)->sin6_addr, buffer, size);
  }
}

static void queue(chttp_request *request, unsigned status, const chttp_field *fields,
                  size_t field_count, struct MHD_Response *response) {
  for (size_t i = 0; i < field_count; i++) {
    library.MHD_add_response_header(response, fields[i].name, fields[i].value);
  }
  request->result = library.MHD_queue_response(request->connection, status, response);
  library.MHD_destroy_response(response);
}

void chttp_respond(chttp_request *request, unsigned status, const chttp_field *fields,
                   size_t field_count, const void *body, size_t body_count) {
  struct MHD_Response *response = library.MHD_create_response_from_buffer(
      body_count, (void *)body, MHD_RESPMEM_MUST_COPY);
  if (response) queue(request, status, fields, field_count, response);
}

struct stream {
  chttp_reader *read;
  chttp_finisher *finish;
  void *context;
};

static ssize_t on_read(void *state, uint64_t position, char *buffer, size_t size) {
  (void)position;
  struct stream *stream = state;
  return stream->read(stream->context, buffer, size);
}

static void on_finish(void *state) {
  struct stream *stream = state;
  stream->finish(stream->context);
  free(stream);
}

void chttp_respond_with_stream(chttp_request *request, unsigned status, const chttp_field *fields,
                               size_t field_count, chttp_reader *read, chttp_finisher *finish,
                               void *context) {
  struct stream *stream = malloc(sizeof *stream);
  struct MHD_Response *response = NULL;
  if (stream) {
    *stream = (struct stream){.read = read, .finish = finish, .context = context};
    response = library.MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, 1024, on_read, stream,
                                                         on_finish);
  }
  if (response) {
    struct connection *timed = timed_connection(request->connection);
    if (timed) deadlines_suspend(&request->server->deadlines, timed);
    queue(request, status, fields, field_count, response);
  } else {
    free(stream);
    finish(context);
  }
}

chttp_connection *chttp_request_connection(const chttp_request *request) {
  return (chttp_connection *)request->connection;
}

void chttp_suspend(chttp_connection *connection) {
  library.MHD_suspend_connection((struct MHD_Connection *)connection);
}

void chttp_resume(chttp_connection *connection) {
  library.MHD_resume_connection((struct MHD_Connection *)connection);
}
