#pragma once

#include <sqlite3.h>

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
