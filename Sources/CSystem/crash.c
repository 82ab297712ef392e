#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "crash_parts.h"
#include "csystem_crash.h"
#include "csystem_terminal.h"

enum { CAPACITY = 512, STACK = 64 * 1024 };

static const int fatal[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT, SIGSYS};
enum { FATAL = sizeof fatal / sizeof *fatal };

static struct sigaction before[FATAL];

/// The bytes and modes that restore a terminal. There are two copies, so that one is valid while the other changes.
static struct {
  int descriptor;
  struct termios modes;
  size_t length;
  char bytes[CAPACITY];
} terminals[2];
/// The index of the valid copy, or -1.
static _Atomic int terminal = -1;

/// The thread that crashed first, and its progress.
static _Atomic pid_t crashing;
static _Atomic int stage;

static sigset_t fatal_signals(void) {
  sigset_t set;
  sigemptyset(&set);
  for (int i = 0; i < FATAL; i++) sigaddset(&set, fatal[i]);
  return set;
}

void terminal_restore(void) {
  int which = atomic_exchange(&terminal, -1);
  if (which < 0) return;
  int descriptor = terminals[which].descriptor;
  // Other threads run until the process ends; their output is discarded.
  int own = fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
  int null_device = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (own < 0 || null_device < 0 || dup2(null_device, descriptor) < 0) own = descriptor;
  // Discards frames in the terminal's queue. A partly written frame may end inside an escape sequence, which the
  // control character CAN cancels.
  tcflush(own, TCOFLUSH);
  char can = 0x18;
  if (write(own, &can, 1) < 0) {
  }
  size_t written = 0;
  while (written < terminals[which].length) {
    ssize_t count =
        write(own, terminals[which].bytes + written, terminals[which].length - written);
    if (count > 0) written += (size_t)count;
    else if (count < 0 && errno == EINTR) continue;
    else break;
  }
  csys_terminal_set(own, &terminals[which].modes);
}

static void write_message(const char *report, struct text *stderr_text) {
  errors_write(stderr_text);
  if (!report) return;
  struct text line = {0};
  text_add(&line, report_program_name());
  text_add(&line, ": this is a bug in Ladder; your workouts are saved. A report without names is in ");
  text_add(&line, report);
  text_add(&line, "\n");
  errors_write(&line);
}

/// Waits with all signals blocked. `pause` would let this thread handle them.
static void wait_forever(void) {
  sigset_t all;
  sigfillset(&all);
  for (;;) sigsuspend(&all);
}

/// Sends this thread a signal with its original information, for the earlier action. `raise` would overwrite the
/// address of a fault with the process ID, which has the same place in memory.
static void send_again(int signal, siginfo_t *info) {
  if (syscall(SYS_rt_tgsigqueueinfo, getpid(), gettid(), signal, info) < 0) raise(signal);
}

static void crashed(int signal, siginfo_t *info, void *context) {
  pid_t none = 0, self = gettid();
  // The thread that crashed first ends the process; other threads that crash wait for that.
  if (!atomic_compare_exchange_strong(&crashing, &none, self) && none != self) wait_forever();
  // If this handler crashes too, it is called again and continues with the next step.
  sigset_t set = fatal_signals(), blocked;
  pthread_sigmask(SIG_UNBLOCK, &set, &blocked);
  int progress = atomic_fetch_add(&stage, 1);
  if (progress == 0) terminal_restore();
  struct text stderr_text = {0};
  errors_append_buffered(&stderr_text);
  const char *report = progress < 2 ? report_crash(signal, info, context, &stderr_text) : NULL;
  if (progress < 3) write_message(report, &stderr_text);
  for (int i = 0; i < FATAL; i++) sigaction(fatal[i], &before[i], NULL);
  pthread_sigmask(SIG_SETMASK, &blocked, NULL);
  // The signal is blocked until this handler returns, and then ends the process.
  send_again(signal, info);
}

void csys_crash_prepare(int descriptor, const struct termios *modes, const void *restore,
                        size_t count) {
  if (!restore) {
    atomic_store(&terminal, -1);
    return;
  }
  int next = atomic_load(&terminal) == 0;
  terminals[next].descriptor = descriptor;
  terminals[next].modes = *modes;
  terminals[next].length = count < CAPACITY ? count : CAPACITY;
  memcpy(terminals[next].bytes, restore, terminals[next].length);
  atomic_store(&terminal, next);
}

void csys_crash_block_other_signals(sigset_t *previous) {
  sigset_t set;
  sigfillset(&set);
  for (int i = 0; i < FATAL; i++) sigdelset(&set, fatal[i]);
  pthread_sigmask(SIG_SETMASK, &set, previous);
}

void *csys_crash_guard_thread(void) {
  sigset_t set = fatal_signals();
  // If its signal were blocked, a fault would end the process without calling a handler.
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
  // After a stack overflow, the handler needs another stack.
  stack_t current;
  if (sigaltstack(NULL, &current) < 0 || !(current.ss_flags & SS_DISABLE)) return NULL;
  stack_t own = {.ss_sp = malloc(STACK), .ss_size = STACK};
  if (own.ss_sp) sigaltstack(&own, NULL);
  return own.ss_sp;
}

void csys_crash_unguard_thread(void *guard) {
  if (!guard) return;
  stack_t none = {.ss_flags = SS_DISABLE};
  sigaltstack(&none, NULL);
  free(guard);
}

void csys_crash_install(void) {
  static int is_installed;
  if (is_installed) return;
  is_installed = 1;
  csys_crash_guard_thread();
  struct sigaction action = {.sa_sigaction = crashed, .sa_flags = SA_ONSTACK | SA_SIGINFO};
  sigemptyset(&action.sa_mask);
  for (int i = 0; i < FATAL; i++) sigaction(fatal[i], &action, &before[i]);
}
