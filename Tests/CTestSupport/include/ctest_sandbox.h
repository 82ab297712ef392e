#pragma once

/// The abilities of a process in the sandbox, to be added up.
enum ctest_sandbox_ability {
  CTEST_READS = 1,
  CTEST_WRITES_WHERE_ALLOWED = 2,
  CTEST_WRITES_ELSEWHERE = 4,
  CTEST_MAKES_SOCKETS = 8,
};

/// Whether the system has what the sandbox is made of.
int ctest_has_sandbox(void);

/// Tries all of it in a new process that may only write below `folder`; `other` is a folder with a file `existing`.
///
/// Returns what it could do; nothing also where it could start a program, and -1 where there
/// can be no process.
int ctest_confined_process(const char *folder, const char *other);
