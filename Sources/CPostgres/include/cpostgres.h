#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The functions of libpq that Ladder uses. The library is opened at run time, so that a program without a PostgreSQL
// database does not load it. This module contains no policy.

/// A connection, always in pipeline mode: statements are queued, and their results arrive in the same order.
typedef struct pg_conn cpostgres_connection;

/// The result of a statement.
typedef struct pg_result cpostgres_result;

/// Opens the library. Returns NULL, or the reason for a failure.
const char *_Nullable cpostgres_load(void);

/// Checks the address of a database: a URL, or `name=value` pairs. Sets whether it has a password.
/// Returns whether it is valid. Call `cpostgres_load` first, as for all functions below.
bool cpostgres_parse_address(const char *_Nonnull address, bool *_Nonnull has_password);

/// Connects. Later parameters override the address, unless they are NULL. Both lists end with NULL. Returns NULL only
/// if there is no memory; otherwise check `cpostgres_is_connected`.
cpostgres_connection *_Nullable cpostgres_connect(const char *_Nullable const *_Nonnull names,
                                                  const char *_Nullable const *_Nonnull values);
void cpostgres_close(cpostgres_connection *_Nonnull connection);

/// Whether, as far as the client knows, the connection is usable.
bool cpostgres_is_connected(const cpostgres_connection *_Nonnull connection);
/// The last error of the connection.
const char *_Nonnull cpostgres_error(const cpostgres_connection *_Nonnull connection);
/// The descriptor to wait for, or -1.
int cpostgres_socket(const cpostgres_connection *_Nonnull connection);
/// A parameter that the server reports, such as `server_encoding`, or NULL.
const char *_Nullable cpostgres_parameter(const cpostgres_connection *_Nonnull connection,
                                          const char *_Nonnull name);

/// A value of a statement in binary format, with the OID of its type. If `bytes` is NULL, the value is SQL's NULL.
typedef struct {
  uint32_t type;
  int32_t count;
  const char *_Nullable bytes;
} cpostgres_value;

/// The maximum number of values of a statement.
enum { cpostgres_max_values = 32 };

/// Queues the parsing of a statement. Returns false on failure.
bool cpostgres_send_prepare(cpostgres_connection *_Nonnull connection, const char *_Nonnull name,
                            const char *_Nonnull sql, const cpostgres_value *_Nullable values,
                            int count);
/// Queues the execution of a prepared statement with binary results.
bool cpostgres_send_execute(cpostgres_connection *_Nonnull connection, const char *_Nonnull name,
                            const cpostgres_value *_Nullable values, int count);
/// Queues the end of a pipeline, which resets errors.
bool cpostgres_send_sync(cpostgres_connection *_Nonnull connection);

/// Sends the queued data. Returns 0 if all has been sent, 1 if the socket is full, -1 on failure.
int cpostgres_flush(cpostgres_connection *_Nonnull connection);
/// Reads the available data. Returns false if the connection was lost.
bool cpostgres_receive(cpostgres_connection *_Nonnull connection);
/// Whether the next result has not arrived completely.
bool cpostgres_is_busy(cpostgres_connection *_Nonnull connection);
/// The next result; NULL after the results of each statement. The caller frees it.
cpostgres_result *_Nullable cpostgres_next_result(cpostgres_connection *_Nonnull connection);

typedef enum {
  cpostgres_rows,
  /// A statement without rows has succeeded.
  cpostgres_done,
  /// The end of a pipeline.
  cpostgres_sync,
  /// The statement was not executed, because an earlier statement of the pipeline failed.
  cpostgres_skipped,
  cpostgres_failed,
} cpostgres_status;

cpostgres_status cpostgres_result_status(const cpostgres_result *_Nonnull result);
void cpostgres_result_free(cpostgres_result *_Nonnull result);
/// The SQLSTATE of an error: five characters, or NULL for an error of the client.
const char *_Nullable cpostgres_result_code(const cpostgres_result *_Nonnull result);
/// The message of an error without details, or NULL.
const char *_Nullable cpostgres_result_message(const cpostgres_result *_Nonnull result);
int cpostgres_row_count(const cpostgres_result *_Nonnull result);
int cpostgres_column_count(const cpostgres_result *_Nonnull result);
const char *_Nonnull cpostgres_column_name(const cpostgres_result *_Nonnull result, int column);
uint32_t cpostgres_column_type(const cpostgres_result *_Nonnull result, int column);
bool cpostgres_is_null(const cpostgres_result *_Nonnull result, int row, int column);
const void *_Nonnull cpostgres_bytes(const cpostgres_result *_Nonnull result, int row, int column,
                                     size_t *_Nonnull count);

/// Calls `handle` with the payload of each received notification.
void cpostgres_take_notifications(cpostgres_connection *_Nonnull connection,
                                  void (*_Nonnull handle)(void *_Nullable context,
                                                          const char *_Nonnull payload),
                                  void *_Nullable context);
