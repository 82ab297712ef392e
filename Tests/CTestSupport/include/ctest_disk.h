#pragma once

// A disk for SQLite that fails when it is told to, and that a power cut can be done to: a wrapper around SQLite's own way
// to the file system, called "faulty". What it is told holds for all its files, so one test at a time may use it.

/// What a disk does with the operation that is to fail, and with those behind it.
enum ctest_disk_fault {
  /// It fails once (EIO), and is well again.
  CTEST_DISK_ONCE,
  /// It fails until it is told otherwise.
  CTEST_DISK_BROKEN,
  /// There is no room for what is written, until it is told otherwise.
  CTEST_DISK_FULL,
};

/// Makes the disk known to SQLite, with nothing wrong with it.
void ctest_disk_prepare(void);

/// Lets `operations` more reads, writes and syncs be done, and then fails. Negative for never.
void ctest_disk_fail(long operations, enum ctest_disk_fault fault);

/// How many operations have failed since that was asked for.
long ctest_disk_failures(void);

/// How often a write-ahead log has been synced since `ctest_disk_prepare`.
long ctest_disk_log_syncs(void);

/// Takes back all that was written and not synced, in all open files, and fails from then on.
void ctest_disk_cut(void);
