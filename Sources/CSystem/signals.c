#define _GNU_SOURCE
#include "csystem_signals.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "crash_parts.h"
#include "csystem_poll.h"

enum {
  /// The minimum milliseconds between two signals that count as two requests. Session managers send SIGTERM and SIGHUP
  /// together, timeout(1) sends its signal twice, and a shell repeats the kernel's SIGHUP.
  BETWEEN_REQUESTS = 250,
  /// The CPU time in milliseconds without a response after which a loop is considered frozen instead of delayed.
  FROZEN = 500,
  /// The number of alarms, one per second, after which a loop that blocks in a system call is ended too.
  MAX_ALARMS = 10,
};

/// The recorded signals, as a bit set.
static _Atomic uint64_t recorded;
static _Atomic int wake_eventfd = -1;
/// The earlier actions of watched signals.
static struct sigaction before[NSIG];
static int is_watched[NSIG];

/// The time in milliseconds of the first unhandled signal that requests the end of the process; 0 if there is none. The
/// variables below belong to this request.
static _Atomic int64_t requested_at;
static _Atomic int requested_by;
static _Atomic int64_t cpu_time_before;
static _Atomic int alarms;
/// Whether this program has set an alarm. An alarm of the parent process is handled like any other signal.
static _Atomic int has_alarm;
/// The CPU clock of the thread that handles signals.
static clockid_t loop_cpu_time = CLOCK_MONOTONIC;

static uint64_t bit(int signal) { return (uint64_t)1 << (signal - 1); }

static int64_t milliseconds(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static int ends_process(int signal) {
  return signal != SIGWINCH && signal != SIGTSTP && signal != SIGCONT;
}

/// Ends the process from a handler.
static void end_process(int signal) {
  static _Atomic int is_ending;
  // The process is already being ended, by another thread or by the code that this signal has interrupted.
  if (atomic_exchange(&is_ending, 1)) return;
  terminal_restore();
  struct text stderr_text = {0};
  errors_append_buffered(&stderr_text);
  text_add(&stderr_text, program_invocation_short_name);
  text_add(&stderr_text, ": ended by a signal because it did not respond; saved workouts are safe\n");
  errors_write(&stderr_text);
  csys_signal_end_process(signal);
}

static void request_end(int signal) {
  int64_t none = 0, now = milliseconds(CLOCK_MONOTONIC);
  if (!atomic_compare_exchange_strong(&requested_at, &none, now)) {
    if (now - none >= BETWEEN_REQUESTS) end_process(signal);
    return;
  }
  atomic_store(&requested_by, signal);
  atomic_store(&cpu_time_before, milliseconds(loop_cpu_time));
  atomic_store(&alarms, 0);
  // Without a handler, SIGALRM would end the process.
  if (!is_watched[SIGALRM]) return;
  atomic_store(&has_alarm, 1);
  alarm(1);
}

static void handle_alarm(void) {
  if (!atomic_load(&requested_at)) return;
  int64_t used = milliseconds(loop_cpu_time) - atomic_load(&cpu_time_before);
  // Counts alarms instead of measuring time, because a stopped process receives none.
  int count = atomic_fetch_add(&alarms, 1) + 1;
  if (used >= FROZEN || count >= MAX_ALARMS) end_process(atomic_load(&requested_by));
  alarm(1);
}

static void clear_request(void) {
  if (atomic_exchange(&requested_at, 0) && atomic_load(&has_alarm)) alarm(0);
}

static void record_signal(int signal, siginfo_t *info, void *context) {
  (void)context;
  int error = errno;
  if (signal == SIGALRM && info->si_code == SI_KERNEL && atomic_load(&has_alarm)) {
    handle_alarm();
  } else {
    atomic_fetch_or(&recorded, bit(signal));
    csys_eventfd_signal(atomic_load(&wake_eventfd));
    if (ends_process(signal)) request_end(signal);
  }
  errno = error;
}

static int set_action(int signal, struct sigaction action) {
  action.sa_flags |= SA_RESTART;
  sigemptyset(&action.sa_mask);
  return sigaction(signal, &action, NULL) < 0 ? -errno : 0;
}

static int set_handler(int signal, void (*handler)(int)) {
  return set_action(signal, (struct sigaction){.sa_handler = handler});
}

static void set_blocked(int signal, int blocked) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, signal);
  pthread_sigmask(blocked ? SIG_BLOCK : SIG_UNBLOCK, &set, NULL);
}

int csys_signal_watch(int signal, int eventfd) {
  if (!is_watched[signal]) {
    if (sigaction(signal, NULL, &before[signal]) < 0) return -errno;
    int may_stay_ignored = signal == SIGHUP || signal == SIGINT || signal == SIGQUIT;
    if (may_stay_ignored && before[signal].sa_handler == SIG_IGN) return 0;
    is_watched[signal] = 1;
  }
  atomic_store(&wake_eventfd, eventfd);
  pthread_getcpuclockid(pthread_self(), &loop_cpu_time);
  int result =
      set_action(signal, (struct sigaction){.sa_sigaction = record_signal, .sa_flags = SA_SIGINFO});
  // Some launchers, such as nohup and CI runners, start programs with this signal blocked.
  set_blocked(signal, 0);
  return result;
}

void csys_signal_unwatch(int signal) {
  if (!is_watched[signal]) return;
  is_watched[signal] = 0;
  if (signal == SIGALRM) clear_request();
  sigaction(signal, &before[signal], NULL);
}

uint64_t csys_signal_take(void) {
  uint64_t taken = atomic_exchange(&recorded, 0);
  // In this order, a signal that arrives in between is taken by the next call, but loses its timeouts.
  clear_request();
  return taken;
}

void csys_signal_clear(int signal) { atomic_fetch_and(&recorded, ~bit(signal)); }

void csys_signal_end_process(int signal) {
  set_handler(signal, SIG_DFL);
  set_blocked(signal, 0);
  raise(signal);
  _exit(128 + signal);
}

void csys_signal_stop_self(int group, int eventfd) {
  if (group) {
    // SIGTSTP is ignored here first: otherwise the signal to the group could be delivered to any thread, and
    // stop the process later instead of inside `raise` below.
    set_handler(SIGTSTP, SIG_IGN);
    kill(0, SIGTSTP);
  }
  set_handler(SIGTSTP, SIG_DFL);
  raise(SIGTSTP);
  csys_signal_watch(SIGTSTP, eventfd);
}
