#define _GNU_SOURCE
#include "ctest_pty.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

int ctest_set_window_size(int descriptor, int columns, int rows) {
  struct winsize size = {.ws_col = (unsigned short)columns, .ws_row = (unsigned short)rows};
  return ioctl(descriptor, TIOCSWINSZ, &size) < 0 ? -errno : 0;
}

int ctest_pty_open(int *master, int *slave, int columns, int rows) {
  char path[128];
  *master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
  if (*master < 0) return -errno;
  if (grantpt(*master) < 0 || unlockpt(*master) < 0 || ptsname_r(*master, path, sizeof path) != 0 ||
      (*slave = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)) < 0) {
    int error = errno;
    close(*master);
    return -error;
  }
  return ctest_set_window_size(*slave, columns, rows);
}

int ctest_close_from(posix_spawn_file_actions_t *actions, int first) {
  return posix_spawn_file_actions_addclosefrom_np(actions, first);
}

static struct ctest_pty spawn(const char *path, char *const *argv, char *const *envp, int columns,
                             int rows, int is_traced) {
  int master, slave;
  int opened = ctest_pty_open(&master, &slave, columns, rows);
  if (opened < 0) return (struct ctest_pty){.pid = opened, .master = -1};

  pid_t pid = fork();
  if (pid == 0) {
    // Only async-signal-safe calls: the parent has threads.
    setsid();
    ioctl(slave, TIOCSCTTY, 0);
    for (int stream = 0; stream < 3; stream++) dup2(slave, stream);
    closefrom(3);
    for (int number = 1; number < NSIG; number++) {
      struct sigaction action = {.sa_handler = SIG_DFL};
      sigaction(number, &action, NULL);
    }
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    if (is_traced) ptrace(PTRACE_TRACEME, 0, NULL, NULL);
    execve(path, argv, envp);
    _exit(127);
  }
  int error = errno;
  close(slave);
  if (pid < 0) {
    close(master);
    return (struct ctest_pty){.pid = -error, .master = -1};
  }
  return (struct ctest_pty){.pid = pid, .master = master};
}

struct ctest_pty ctest_pty_spawn(const char *path, char *const *argv, char *const *envp, int columns,
                               int rows) {
  return spawn(path, argv, envp, columns, rows, 0);
}

struct ctest_pty ctest_pty_spawn_traced(const char *path, char *const *argv, char *const *envp,
                                      int columns, int rows) {
  return spawn(path, argv, envp, columns, rows, 1);
}

int ctest_pty_wait(pid_t pid, int block) {
  int status = 0;
  pid_t waited;
  do waited = waitpid(pid, &status, block ? 0 : WNOHANG);
  while (waited < 0 && errno == EINTR);
  return waited == pid ? status + 1 : 0;
}

int ctest_status_exit_code(int status) { return WIFEXITED(status) ? WEXITSTATUS(status) : -1; }
int ctest_status_signal(int status) { return WIFSIGNALED(status) ? WTERMSIG(status) : 0; }

int ctest_image_path(const void *address, char *out, size_t capacity) {
  Dl_info info;
  if (!dladdr(address, &info) || !info.dli_fname || strlen(info.dli_fname) >= capacity) return -1;
  strcpy(out, info.dli_fname);
  return 0;
}
