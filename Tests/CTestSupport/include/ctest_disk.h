#pragma once

// A SQLite file system named "faulty" that fails on request, and that can simulate a power failure: a wrapper around
// SQLite's default file system. The settings apply to all files, so only one test at a time may use it.

/// The behavior of the disk at the failing operation, and after it.
enum ctest_disk_fault {
  /// It fails once (EIO), and then recovers.
  CTEST_DISK_ONCE,
  /// It fails until it is reset.
  CTEST_DISK_BROKEN,
  /// It is full until it is reset.
  CTEST_DISK_FULL,
};

/// Registers the disk with SQLite, without any failure.
void ctest_disk_prepare(void);

/// Makes the disk fail after `operations` more reads, writes and syncs, or never if the number is negative.
void ctest_disk_fail(long operations, enum ctest_disk_fault fault);

/// Returns the number of operations that have failed since the last call of `ctest_disk_fail`.
long ctest_disk_failures(void);

/// Returns the number of syncs of a write-ahead log since `ctest_disk_prepare`.
long ctest_disk_log_syncs(void);

/// Reverts all unsynced writes in all open files, and makes every later operation fail.
void ctest_disk_cut(void);
