#define _GNU_SOURCE
#include "ctest_trace.h"

#include <errno.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <linux/ptrace.h>

static const unsigned long options = PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL;

const long ctest_call_ppoll = SYS_ppoll;
const long ctest_call_read = SYS_read;
const long ctest_call_exit = SYS_exit_group;
const long ctest_call_sigprocmask = SYS_rt_sigprocmask;
const long ctest_call_sigaction = SYS_rt_sigaction;
const long ctest_call_sigsuspend = SYS_rt_sigsuspend;

static int wait_for(pid_t pid, int *status) {
  pid_t waited;
  do waited = waitpid(pid, status, __WALL);
  while (waited < 0 && errno == EINTR);
  return waited == pid ? 0 : -errno;
}

int ctest_trace_attach(pid_t pid) {
  int status;
  if (ptrace(PTRACE_SEIZE, pid, NULL, options) < 0) return -errno;
  if (ptrace(PTRACE_INTERRUPT, pid, NULL, NULL) < 0) return -errno;
  return wait_for(pid, &status);
}

int ctest_trace_begin(pid_t pid) {
  int status;
  int result = wait_for(pid, &status);
  if (result < 0) return result;
  return ptrace(PTRACE_SETOPTIONS, pid, NULL, options) < 0 ? -errno : 0;
}

int ctest_trace_step(pid_t pid, long *call) {
  *call = -1;
  for (int signal = 0;;) {
    int status;
    if (ptrace(PTRACE_SYSCALL, pid, NULL, (long)signal) < 0 && errno != ESRCH) return 0;
    if (wait_for(pid, &status) < 0) return 0;
    if (!WIFSTOPPED(status)) return status + 1;
    if (WSTOPSIG(status) == (SIGTRAP | 0x80)) {
      struct ptrace_syscall_info info = {0};
      ptrace(PTRACE_GET_SYSCALL_INFO, pid, sizeof info, &info);
      if (info.op == PTRACE_SYSCALL_INFO_ENTRY) *call = (long)info.entry.nr;
      return 0;
    }
    // A stop for an event is for the tracer. Any other stop is for a signal, which is passed to the program.
    signal = status >> 16 ? 0 : WSTOPSIG(status);
  }
}

void ctest_trace_detach(pid_t pid) { ptrace(PTRACE_DETACH, pid, NULL, NULL); }

int ctest_thread_signal(pid_t pid, pid_t thread, int signal) {
  return syscall(SYS_tgkill, pid, thread, signal) < 0 ? -errno : 0;
}
