#pragma once

#include <sqlite3.h>
#include <stddef.h>
#include <stdint.h>

// Wrappers for macros with casts and for variadic functions, which Swift cannot import.

/// Binds text that SQLite copies.
static inline int csqlite_bind_text(
    sqlite3_stmt *_Nonnull statement, int index, const char *_Nonnull text, sqlite3_uint64 count) {
  return sqlite3_bind_text64(statement, index, text, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

/// Binds bytes that SQLite copies. A null pointer with a count of zero binds an empty blob, not NULL.
static inline int csqlite_bind_blob(
    sqlite3_stmt *_Nonnull statement, int index, const void *_Nullable bytes, sqlite3_uint64 count) {
  return sqlite3_bind_blob64(statement, index, bytes ? bytes : "", count, SQLITE_TRANSIENT);
}

/// Sets one of the boolean `SQLITE_DBCONFIG_…` options.
static inline int csqlite_configure(sqlite3 *_Nonnull connection, int option, int on) {
  return sqlite3_db_config(connection, option, on, (int *)0);
}

/// A value that differs after each commit by any process, from the header of the write-ahead log's index.
typedef struct {
  uint64_t count, checksum;
} csqlite_commit;

/// Returns the index of a write-ahead log in shared memory, or NULL if the database has none. It is valid until the
/// connection is closed.
static inline const volatile void *_Nullable csqlite_log_index(sqlite3 *_Nonnull connection) {
  sqlite3_file *file = NULL;
  volatile void *index = NULL;
  int code = sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &file);
  if (code != SQLITE_OK || !file || !file->pMethods || file->pMethods->iVersion < 2) return NULL;
  // SQLite has mapped the first 32 KB. They begin with the version of their format (sqlite.org/walformat.html).
  code = file->pMethods->xShmMap(file, 0, 32768, 0, &index);
  return code == SQLITE_OK && index && *(volatile uint32_t *)index == 3007000 ? index : NULL;
}

/// Returns the last commit. A process that has committed has written it before it continues.
static inline csqlite_commit csqlite_last_commit(const volatile void *_Nonnull index) {
  // The fields' sizes are those of the format; each pair of words is read at once.
  typedef struct {
    uint32_t version, unused;
    uint64_t commits_and_page_size, frames_and_pages, frame_checksum, salt, checksum;
  } log_index_header;
  const volatile log_index_header *header = (const volatile log_index_header *)index;
  return (csqlite_commit){.count = header->commits_and_page_size, .checksum = header->checksum};
}
