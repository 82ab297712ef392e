#include <postgresql/libpq-fe.h>
#include <string.h>

#include "clibrary.h"
#include "cpostgres.h"

#define FUNCTIONS(X)                                                                             \
  X(PQconninfoParse)                                                                             \
  X(PQconninfoFree)                                                                              \
  X(PQconnectdbParams)                                                                           \
  X(PQfinish)                                                                                    \
  X(PQstatus)                                                                                    \
  X(PQerrorMessage)                                                                              \
  X(PQsocket)                                                                                    \
  X(PQparameterStatus)                                                                           \
  X(PQsetNoticeReceiver)                                                                         \
  X(PQsetnonblocking)                                                                            \
  X(PQenterPipelineMode)                                                                         \
  X(PQsendPrepare)                                                                               \
  X(PQsendQueryPrepared)                                                                         \
  X(PQpipelineSync)                                                                              \
  X(PQflush)                                                                                     \
  X(PQconsumeInput)                                                                              \
  X(PQisBusy)                                                                                    \
  X(PQgetResult)                                                                                 \
  X(PQresultStatus)                                                                              \
  X(PQclear)                                                                                     \
  X(PQresultErrorField)                                                                          \
  X(PQntuples)                                                                                   \
  X(PQnfields)                                                                                   \
  X(PQfname)                                                                                     \
  X(PQftype)                                                                                     \
  X(PQgetisnull)                                                                                 \
  X(PQgetvalue)                                                                                  \
  X(PQgetlength)                                                                                 \
  X(PQnotifies)                                                                                  \
  X(PQfreemem)

// The soname in Debian's package. A soname changes only with an incompatible version.
CLIBRARY(FUNCTIONS, "libpq.so.5")

const char *cpostgres_load(void) { return open_library(); }

bool cpostgres_parse_address(const char *address, bool *has_password) {
  *has_password = false;
  char *message = NULL;
  PQconninfoOption *options = library.PQconninfoParse(address, &message);
  library.PQfreemem(message);
  if (!options) return false;
  for (const PQconninfoOption *option = options; option->keyword; option++) {
    bool is_password =
        strcmp(option->keyword, "password") == 0 || strcmp(option->keyword, "sslpassword") == 0;
    if (is_password && option->val) *has_password = true;
  }
  library.PQconninfoFree(options);
  return true;
}

// Notices are for interactive use. The default receiver would write them to standard error.
static void ignore_notice(void *context, const PGresult *result) {
  (void)context;
  (void)result;
}

cpostgres_connection *cpostgres_connect(const char *const *names, const char *const *values) {
  PGconn *connection = library.PQconnectdbParams(names, values, 1);
  if (!connection || library.PQstatus(connection) != CONNECTION_OK) return connection;
  library.PQsetNoticeReceiver(connection, ignore_notice, NULL);
  library.PQsetnonblocking(connection, 1);
  library.PQenterPipelineMode(connection);
  return connection;
}

void cpostgres_close(cpostgres_connection *connection) { library.PQfinish(connection); }

bool cpostgres_is_connected(const cpostgres_connection *connection) {
  return library.PQstatus(connection) == CONNECTION_OK;
}

const char *cpostgres_error(const cpostgres_connection *connection) {
  return library.PQerrorMessage(connection);
}

int cpostgres_socket(const cpostgres_connection *connection) {
  return library.PQsocket(connection);
}

const char *cpostgres_parameter(const cpostgres_connection *connection, const char *name) {
  return library.PQparameterStatus(connection, name);
}

bool cpostgres_send_prepare(cpostgres_connection *connection, const char *name, const char *sql,
                            const cpostgres_value *values, int count) {
  Oid types[cpostgres_max_values];
  if (count > cpostgres_max_values) return false;
  for (int i = 0; i < count; i++) types[i] = values[i].type;
  return library.PQsendPrepare(connection, name, sql, count, types);
}

bool cpostgres_send_execute(cpostgres_connection *connection, const char *name,
                            const cpostgres_value *values, int count) {
  const char *bytes[cpostgres_max_values];
  int counts[cpostgres_max_values];
  int formats[cpostgres_max_values];
  if (count > cpostgres_max_values) return false;
  for (int i = 0; i < count; i++) {
    bytes[i] = values[i].bytes;
    counts[i] = values[i].count;
    formats[i] = 1;
  }
  return library.PQsendQueryPrepared(connection, name, count, bytes, counts, formats, 1);
}

bool cpostgres_send_sync(cpostgres_connection *connection) {
  return library.PQpipelineSync(connection);
}

int cpostgres_flush(cpostgres_connection *connection) { return library.PQflush(connection); }

bool cpostgres_receive(cpostgres_connection *connection) {
  return library.PQconsumeInput(connection);
}

bool cpostgres_is_busy(cpostgres_connection *connection) { return library.PQisBusy(connection); }

cpostgres_result *cpostgres_next_result(cpostgres_connection *connection) {
  return library.PQgetResult(connection);
}

cpostgres_status cpostgres_result_status(const cpostgres_result *result) {
  switch (library.PQresultStatus(result)) {
    case PGRES_TUPLES_OK: return cpostgres_rows;
    case PGRES_COMMAND_OK: return cpostgres_done;
    case PGRES_PIPELINE_SYNC: return cpostgres_sync;
    case PGRES_PIPELINE_ABORTED: return cpostgres_skipped;
    default: return cpostgres_failed;
  }
}

void cpostgres_result_free(cpostgres_result *result) { library.PQclear(result); }

const char *cpostgres_result_code(const cpostgres_result *result) {
  return library.PQresultErrorField(result, PG_DIAG_SQLSTATE);
}

const char *cpostgres_result_message(const cpostgres_result *result) {
  return library.PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
}

int cpostgres_row_count(const cpostgres_result *result) { return library.PQntuples(result); }

int cpostgres_column_count(const cpostgres_result *result) { return library.PQnfields(result); }

const char *cpostgres_column_name(const cpostgres_result *result, int column) {
  return library.PQfname(result, column);
}

uint32_t cpostgres_column_type(const cpostgres_result *result, int column) {
  return library.PQftype(result, column);
}

bool cpostgres_is_null(const cpostgres_result *result, int row, int column) {
  return library.PQgetisnull(result, row, column);
}

const void *cpostgres_bytes(const cpostgres_result *result, int row, int column, size_t *count) {
  *count = (size_t)library.PQgetlength(result, row, column);
  return library.PQgetvalue(result, row, column);
}

void cpostgres_take_notifications(cpostgres_connection *connection,
                                  void (*handle)(void *context, const char *payload),
                                  void *context) {
  PGnotify *notification;
  while ((notification = library.PQnotifies(connection))) {
    handle(context, notification->extra);
    library.PQfreemem(notification);
  }
}
