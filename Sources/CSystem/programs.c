#define _GNU_SOURCE
#include "csystem_programs.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static int add_actions(posix_spawn_file_actions_t *actions) {
  int code = posix_spawn_file_actions_addopen(actions, 0, "/dev/null", O_RDWR, 0);
  if (code == 0) code = posix_spawn_file_actions_adddup2(actions, 0, 1);
  if (code == 0) code = posix_spawn_file_actions_adddup2(actions, 0, 2);
  if (code == 0) code = posix_spawn_file_actions_addclosefrom_np(actions, 3);
  return code;
}

static int set_attributes(posix_spawnattr_t *attributes) {
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  int code = posix_spawnattr_setsigmask(attributes, &none);
  if (code == 0) code = posix_spawnattr_setsigdefault(attributes, &all);
  if (code == 0) {
    code = posix_spawnattr_setflags(
        attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  return code;
}

int csys_start_program(char *const *arguments, pid_t *process) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int code = posix_spawn_file_actions_init(&actions);
  if (code != 0) return code;
  code = posix_spawnattr_init(&attributes);
  if (code == 0) {
    code = add_actions(&actions);
    if (code == 0) code = set_attributes(&attributes);
    if (code == 0) {
      code = posix_spawnp(process, arguments[0], &actions, &attributes, arguments, environ);
    }
    posix_spawnattr_destroy(&attributes);
  }
  posix_spawn_file_actions_destroy(&actions);
  return code;
}

int csys_watch_process(pid_t process) {
  // glibc 2.36 and later have `pidfd_open()`. The descriptor is close-on-exec.
  return (int)syscall(SYS_pidfd_open, process, 0);
}

void csys_kill_program(pid_t process) { kill(-process, SIGKILL); }

int csys_end_program(pid_t process) {
  // Kill before waiting, because the process group's number may be reused afterwards.
  csys_kill_program(process);
  int status = 0;
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}
