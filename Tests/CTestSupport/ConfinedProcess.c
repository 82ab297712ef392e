#define _GNU_SOURCE
#include "CTestSupport.h"

#include <fcntl.h>
#include <linux/landlock.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "csystem_sandbox.h"

int ctest_has_sandbox(void) {
  return prctl(PR_GET_SECCOMP, 0, 0, 0, 0) >= 0 &&
         syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION) >= 1;
}

static int can_open(const char *path, int flags) {
  int file = open(path, flags | O_CLOEXEC, 0600);
  if (file < 0) return 0;
  close(file);
  return 1;
}

static int tried(const char *folder, const char *other) {
  char existing[4096], missing[4096], allowed[4096];
  snprintf(existing, sizeof existing, "%s/existing", other);
  snprintf(missing, sizeof missing, "%s/missing", other);
  snprintf(allowed, sizeof allowed, "%s/allowed", folder);
  if (csys_forbid_programs_and_sockets() != 0) return 0;
  if (csys_forbid_writes_except(&folder, 1) != 0) return 0;
  int result = 0;
  if (can_open(existing, O_RDONLY)) result |= CTEST_READS;
  if (can_open(allowed, O_WRONLY | O_CREAT)) result |= CTEST_WRITES_WHERE_ALLOWED;
  if (can_open(existing, O_WRONLY) || can_open(missing, O_WRONLY | O_CREAT) ||
      truncate(existing, 0) == 0 || unlink(existing) == 0) {
    result |= CTEST_WRITES_ELSEWHERE;
  }
  if (socket(AF_UNIX, SOCK_STREAM, 0) >= 0) result |= CTEST_MAKES_SOCKETS;
  char *const arguments[] = {"true", NULL};
  execv("/bin/true", arguments);
  return result;
}

int ctest_confined_process(const char *folder, const char *other) {
  pid_t child = fork();
  if (child == 0) _exit(tried(folder, other));
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status)) return -1;
  return WEXITSTATUS(status);
}
