#pragma once

/// The abilities of a process in the sandbox, as flags.
enum ctest_sandbox_ability {
  CTEST_READS = 1,
  CTEST_WRITES_WHERE_ALLOWED = 2,
  CTEST_WRITES_ELSEWHERE = 4,
  CTEST_MAKES_SOCKETS = 8,
};

/// Returns whether the kernel supports the sandbox.
int ctest_has_sandbox(void);

/// Tries all abilities in a new process that may only write below `folder`; `other` is a folder with a file
/// `existing`.
///
/// Returns the abilities of that process, 0 if a program that it started replaced it, or -1 if it was not created.
int ctest_confined_process(const char *folder, const char *other);
