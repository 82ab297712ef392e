#include <arpa/inet.h>
#include <errno.h>
#include <microhttpd.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "clibrary.h"
#include "chttpserver.h"
#include "deadlines.h"
#include "tls.h"

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

// The soname in Debian's package. A soname changes only with an incompatible version.
CLIBRARY(FUNCTIONS, "libmicrohttpd.so.12")

const char *chttp_load(void) {
  const char *reason = open_library();
  return reason ? reason : tls_load();
}

struct chttp_server {
  struct MHD_Daemon *daemon;
  chttp_handler *handle;
  chttp_releaser *release;
  void *context;
  struct deadlines deadlines;
  atomic_uint request_count;
  // The certificate that replaced the first one, if any.
  _Atomic(struct credentials *) credentials;
};

// The last handled part of a request.
enum progress { line, head, body, everything };

struct chttp_request {
  // This is the first member, so that a pointer to the task is a pointer to the request.
  struct task task;
  struct chttp_server *server;
  struct MHD_Connection *connection;
  enum progress progress;
  // The end of the request's target as libmicrohttpd parsed it, which read_head checks.
  const char *target_end;
  char *method, *path;
  char *body;
  size_t body_count, body_capacity, max_body;
  size_t ignored_count;
  int64_t body_size;
  bool is_ambiguous, is_malformed, is_accepted, is_suspended, is_counted, is_too_large, is_stream;
  void *object;
  struct MHD_Response *response;
  unsigned status;
  // The next request with an unread head on the same thread.
  struct chttp_request *next;
};

static _Thread_local struct chttp_request *unread;

static void remove_unread(struct chttp_request *request) {
  struct chttp_request **each = &unread;
  while (*each != request) each = &(*each)->next;
  *each = request->next;
}

static void free_request(struct chttp_request *request) {
  if (request->progress == line) remove_unread(request);
  if (request->response) library.MHD_destroy_response(request->response);
  if (request->object) request->server->release(request->object);
  free(request->method);
  free(request->path);
  free(request->body);
  free(request);
}

static bool append(struct chttp_request *request, const char *data, size_t count) {
  size_t needed = request->body_count + count;
  if (needed > request->body_capacity) {
    size_t capacity = request->body_capacity ? request->body_capacity : 4096;
    while (capacity < needed) capacity *= 2;
    if (capacity > request->max_body) capacity = request->max_body;
    char *body = realloc(request->body, capacity);
    if (!body) return false;
    request->body = body;
    request->body_capacity = capacity;
  }
  memcpy(request->body + request->body_count, data, count);
  request->body_count = needed;
  return true;
}

// The contents of a head that matter here.
struct head {
  unsigned hosts, lengths, encodings;
  int64_t length;
  bool is_ambiguous, is_malformed;
  // The end of the last line.
  const char *end;
};

// Returns whether there are only line ends and blanks between two texts in the buffer that libmicrohttpd has parsed.
static bool are_adjacent(const char *end, const char *next) {
  if ((uintptr_t)next <= (uintptr_t)end) return false;
  while (end < next && (!*end || strchr(" \t\r\n", *end))) end++;
  return end == next;
}

static bool is_name(const char *text) {
  const char *each = text;
  while ((*each >= 'a' && *each <= 'z') || (*each >= 'A' && *each <= 'Z') ||
         (*each >= '0' && *each <= '9') || (*each && strchr("!#$%&'*+-.^_`|~", *each)))
    each++;
  return each > text && !*each;
}

static enum MHD_Result read_line(void *context, enum MHD_ValueKind kind, const char *name,
                                 const char *value) {
  (void)kind;
  struct head *head = context;
  // libmicrohttpd moves the name of a continued line, and ends a line at a NUL.
  if (!is_name(name) || !are_adjacent(head->end, name) ||
      !are_adjacent(name + strlen(name), value))
    head->is_malformed = true;
  head->end = value + strlen(value);
  if (strcasecmp(name, MHD_HTTP_HEADER_HOST) == 0) {
    head->hosts++;
  } else if (strcasecmp(name, MHD_HTTP_HEADER_CONTENT_LENGTH) == 0) {
    head->lengths++;
    errno = 0;
    head->length = strtoll(value, NULL, 10);
    if (errno || !*value || value[strspn(value, "0123456789")]) head->is_ambiguous = true;
  } else if (strcasecmp(name, MHD_HTTP_HEADER_TRANSFER_ENCODING) == 0) {
    head->encodings++;
    if (strcasecmp(value, "chunked") != 0) head->is_ambiguous = true;
  }
  return MHD_YES;
}

// A proxy and this server must agree on where requests end; otherwise a request could be hidden in the body of another.
static bool read_head(struct chttp_request *request, const char *path, const char *method,
                      const char *version) {
  struct head head = {.end = version + strlen(version)};
  library.MHD_get_connection_values(request->connection, MHD_HEADER_KIND, read_line, &head);
  // The size of the head, which begins with the method.
  const union MHD_ConnectionInfo *size = library.MHD_get_connection_info(
      request->connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
  if (!size || !are_adjacent(head.end, method + size->header_size)) head.is_malformed = true;
  request->method = strdup(method);
  request->path = strdup(path);
  request->body_size = head.encodings ? -1 : head.length;
  request->is_ambiguous = head.is_ambiguous || head.lengths + head.encodings > 1;
  request->is_malformed |= head.is_malformed || request->target_end + 1 != version ||
                           head.hosts > 1 || (!head.hosts && strcmp(version, "HTTP/1.0") != 0);
  return request->method && request->path;
}

static struct connection *timed_connection(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      library.MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info ? info->socket_context : NULL;
}

static enum MHD_Result send_response(struct chttp_request *request) {
  struct connection *timed = timed_connection(request->connection);
  if (timed && request->is_stream) deadlines_suspend(&request->server->deadlines, timed);
  enum MHD_Result result = library.MHD_queue_response(request->connection, request->status,
                                                      request->response);
  library.MHD_destroy_response(request->response);
  request->response = NULL;
  return result;
}

// Continues a request after its handler has returned.
static enum MHD_Result proceed(struct chttp_request *request) {
  if (request->response) return send_response(request);
  if (request->progress != head || !request->is_accepted) return MHD_NO;
  request->progress = body;
  return MHD_YES;
}

static enum MHD_Result handle(struct chttp_request *request) {
  request->is_suspended = false;
  bool is_handled = request->server->handle(request->server->context, request, chttp_network);
  return is_handled ? proceed(request) : MHD_YES;
}

static enum MHD_Result receive(struct chttp_request *request, const char *data, size_t *count) {
  if (*count > request->max_body - request->body_count) request->is_too_large = true;
  if (request->is_too_large) {
    // libmicrohttpd cannot respond before the end of the body.
    request->ignored_count += *count;
    if (request->ignored_count > 8 * request->max_body) return MHD_NO;
  } else if (!append(request, data, *count)) {
    return MHD_NO;
  }
  *count = 0;
  return MHD_YES;
}

// Called when the first line of a request has arrived. Returns the state of the request.
static void *on_line(void *context, const char *target, struct MHD_Connection *connection) {
  struct chttp_request *request = calloc(1, sizeof *request);
  if (!request) return NULL;
  request->server = context;
  request->connection = connection;
  if (target) request->target_end = target + strlen(target);
  request->is_malformed = !target || strchr(target, ' ');
  request->next = unread;
  unread = request;
  return request;
}

// Called once with the complete head, once for each part of the body, and at the end; again after a worker has run.
static enum MHD_Result on_request(void *context, struct MHD_Connection *connection,
                                  const char *path, const char *method, const char *version,
                                  const char *data, size_t *count, void **state) {
  (void)connection;
  struct chttp_server *server = context;
  struct chttp_request *request = *state;
  if (!request) return MHD_NO;
  if (*count > 0) return receive(request, data, count);
  switch (request->progress) {
  case line:
    if (!read_head(request, path, method, version)) return MHD_NO;
    atomic_fetch_add(&server->request_count, 1);
    remove_unread(request);
    request->progress = head;
    // If the response precedes the body, libmicrohttpd does not read the body.
    if (request->body_size || request->is_ambiguous || request->is_malformed)
      return handle(request);
    request->progress = body;
    return MHD_YES;
  case body:
    request->progress = everything;
    return handle(request);
  default:
    return proceed(request);
  }
}

static void on_completion(void *context, struct MHD_Connection *connection, void **state,
                          enum MHD_RequestTerminationCode code) {
  struct chttp_server *server = context;
  struct connection *timed = timed_connection(connection);
  // A connection that is closing has no next request.
  if (timed && code == MHD_REQUEST_TERMINATED_COMPLETED_OK)
    deadlines_restart(&server->deadlines, timed);
  struct chttp_request *request = *state;
  if (!request) return;
  if (request->progress != line) atomic_fetch_sub(&server->request_count, 1);
  free_request(request);
  *state = NULL;
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
      library.MHD_get_connection_info(connection, MHD_CONNECTION_INFO_GNUTLS_SESSION);
  const struct credentials *credentials = atomic_load(&server->credentials);
  if (info && credentials) tls_use(credentials, info->tls_session);
  info = library.MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  // If there is no memory for its deadline, a connection is not served.
  *state = info ? deadlines_add(&server->deadlines, info->connect_fd) : NULL;
  if (info && !*state) shutdown(info->connect_fd, SHUT_RDWR);
}

// Called before libmicrohttpd itself responds to a request. When version 0.9.75 rejects the length in a complete
// head, it sends the head of its response twice, so this function responds first and ends the connection.
static void on_message(void *context, const char *format, va_list arguments) {
  (void)context;
  (void)arguments;
  static const char error[] = "Error processing request";
  static const char response[] =
      "HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";
  if (strncmp(format, error, sizeof error - 1) != 0) return;
  for (struct chttp_request *each = unread; each; each = each->next) {
    if (!library.MHD_get_connection_info(each->connection,
                                         MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE))
      continue;
    const struct connection *timed = timed_connection(each->connection);
    if (!timed) return;
    // With TLS, no response can be written here.
    if (!library.MHD_get_connection_info(each->connection, MHD_CONNECTION_INFO_GNUTLS_SESSION))
      send(timed->socket, response, sizeof response - 1, MSG_NOSIGNAL | MSG_DONTWAIT);
    shutdown(timed->socket, SHUT_WR);
    return;
  }
}

// Keeps percent-encoding: a decoded slash would look like the end of a path component, and a decoded NUL like the end
// of the text.
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
  server->release = options->release;
  const struct deadlines_options limits = {
      .request_limit = options->request_milliseconds,
      .task_limit = options->queue_milliseconds,
      .max_unknown = options->max_unknown_connections,
      .workers = options->workers,
      .now = options->now,
      .context = options->context,
  };
  if (!deadlines_start(&server->deadlines, &limits)) {
    free(server);
    errno = EAGAIN;
    return NULL;
  }

  unsigned flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_USE_ITC | MHD_ALLOW_SUSPEND_RESUME |
                   MHD_USE_ERROR_LOG;
  if (address.ss_family == AF_INET6) flags |= MHD_USE_IPv6;
  if (options->certificate) flags |= MHD_USE_TLS;
  struct MHD_OptionItem items[12];
  size_t count = 0;
#define OPTION(name, number, pointer)                                                            \
  items[count++] = (struct MHD_OptionItem){MHD_OPTION_##name, (intptr_t)(number), (pointer)}
  OPTION(SOCK_ADDR, 0, &address);
  // A thread pool must have at least two threads.
  if (options->threads > 1) OPTION(THREAD_POOL_SIZE, options->threads, NULL);
  OPTION(CONNECTION_LIMIT, options->max_connections, NULL);
  if (options->max_connections_per_address)
    OPTION(PER_IP_CONNECTION_LIMIT, options->max_connections_per_address, NULL);
  OPTION(CONNECTION_TIMEOUT, options->timeout_seconds, NULL);
  OPTION(CONNECTION_MEMORY_LIMIT, 16 * 1024, NULL);
  OPTION(THREAD_STACK_SIZE, 1 << 20, NULL);
  if (options->certificate) {
    OPTION(HTTPS_MEM_CERT, 0, (void *)options->certificate);
    OPTION(HTTPS_MEM_KEY, 0, (void *)options->private_key);
  }
  OPTION(END, 0, NULL);
#undef OPTION
  errno = 0;
  server->daemon = library.MHD_start_daemon(
      flags, options->port, NULL, NULL, on_request, server, MHD_OPTION_EXTERNAL_LOGGER, on_message,
      server, MHD_OPTION_NOTIFY_COMPLETED, on_completion, server, MHD_OPTION_NOTIFY_CONNECTION, on_connection, server,
      MHD_OPTION_URI_LOG_CALLBACK, on_line, server, MHD_OPTION_UNESCAPE_CALLBACK, keep_escapes,
      NULL, MHD_OPTION_ARRAY, items, MHD_OPTION_END);
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
// pool notices it too early. A socket that was shut down refuses connections as well. The threads then poll it without
// waiting, as long as there are connections; `MHD_stop_daemon` closes it.
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

unsigned chttp_queue_count(chttp_server *server) {
  return deadlines_task_count(&server->deadlines);
}

bool chttp_replace_certificate(chttp_server *server, const char *chain, const char *private_key) {
  struct credentials *credentials = tls_new_credentials(chain, private_key);
  if (!credentials) return false;
  credentials->previous = atomic_load(&server->credentials);
  atomic_store(&server->credentials, credentials);
  return true;
}

unsigned chttp_enforce_deadlines(chttp_server *server) {
  return deadlines_enforce(&server->deadlines);
}

// Closes the connections first: while `MHD_stop_daemon` of 0.9.75 waits for the threads, `MHD_queue_response` succeeds
// without responding, and a thread that reads a malformed request crashes while it sends its own error response.
void chttp_stop(chttp_server *server) {
  chttp_quiesce(server);
  deadlines_close(&server->deadlines);
  library.MHD_stop_daemon(server->daemon);
  deadlines_stop(&server->deadlines);
  tls_free(server->credentials);
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

bool chttp_is_malformed(const chttp_request *request) { return request->is_malformed; }

bool chttp_is_counted(const chttp_request *request) { return request->is_counted; }

bool chttp_is_complete(const chttp_request *request) { return request->progress == everything; }

int64_t chttp_body_size(const chttp_request *request) { return request->body_size; }

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

void chttp_accept_body(chttp_request *request, size_t max_size, bool is_known) {
  struct connection *timed = is_known ? timed_connection(request->connection) : NULL;
  if (timed) deadlines_know(&request->server->deadlines, timed);
  request->max_body = max_size;
  request->is_accepted = request->is_counted = true;
}

void chttp_own(chttp_request *request, void *object) {
  if (request->object) request->server->release(request->object);
  request->object = object;
}

static void handle_on_worker(struct task *task, bool is_overdue) {
  struct chttp_request *request = (struct chttp_request *)task;
  struct MHD_Connection *connection = request->connection;
  // Once the connection resumes, its own thread may free the request.
  if (request->server->handle(request->server->context, request,
                              is_overdue ? chttp_overdue : chttp_worker))
    library.MHD_resume_connection(connection);
}

void chttp_wait(chttp_request *request) {
  // A request that a worker handles is suspended already.
  if (!request->is_suspended) library.MHD_suspend_connection(request->connection);
  request->is_suspended = true;
}

void chttp_enqueue(chttp_request *request, bool is_counted) {
  chttp_wait(request);
  request->is_counted = is_counted;
  request->task.run = handle_on_worker;
  deadlines_perform(&request->server->deadlines, &request->task);
}

struct call {
  struct task task;
  void (*run)(void *context, chttp_thread thread);
  void *context;
};

static void run_call(struct task *task, bool is_overdue) {
  struct call call = *(struct call *)task;
  free(task);
  call.run(call.context, is_overdue ? chttp_overdue : chttp_worker);
}

bool chttp_perform(chttp_server *server, void (*run)(void *context, chttp_thread thread),
                   void *context) {
  struct call *call = malloc(sizeof *call);
  if (!call) return false;
  *call = (struct call){.task = {.run = run_call}, .run = run, .context = context};
  deadlines_perform(&server->deadlines, &call->task);
  return true;
}

static void respond(chttp_request *request, unsigned status, struct MHD_Response *response) {
  if (!response) return;
  free(request->body);
  request->body = NULL;
  request->status = status;
  request->response = response;
}

void chttp_respond(chttp_request *request, unsigned status, const void *body, size_t body_count) {
  respond(request, status,
          library.MHD_create_response_from_buffer(body_count, (void *)body,
                                                  MHD_RESPMEM_MUST_COPY));
}

void chttp_add_header(chttp_request *request, const char *name, const char *value) {
  if (request->response) library.MHD_add_response_header(request->response, name, value);
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

void chttp_respond_with_stream(chttp_request *request, unsigned status, chttp_reader *read,
                               chttp_finisher *finish, void *context) {
  struct stream *stream = malloc(sizeof *stream);
  struct MHD_Response *response = NULL;
  if (stream) {
    *stream = (struct stream){.read = read, .finish = finish, .context = context};
    response = library.MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, 1024, on_read, stream,
                                                         on_finish);
  }
  if (response) {
    request->is_stream = true;
    respond(request, status, response);
  } else {
    free(stream);
    finish(context);
  }
}

chttp_server *chttp_request_server(const chttp_request *request) { return request->server; }

chttp_connection *chttp_request_connection(const chttp_request *request) {
  return (chttp_connection *)request->connection;
}

void chttp_suspend(chttp_connection *connection) {
  library.MHD_suspend_connection((struct MHD_Connection *)connection);
}

void chttp_resume(chttp_connection *connection) {
  library.MHD_resume_connection((struct MHD_Connection *)connection);
}
