#define _GNU_SOURCE
#include "csystem_signals.h"

#include <errno.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

#include "csystem_poll.h"

static _Atomic uint64_t noted;
static _Atomic int wake = -1;
/// What watched signals did before.
static struct sigaction before[NSIG];
static int is_watched[NSIG];

static uint64_t bit(int signal) { return (uint64_t)1 << (signal - 1); }

static void note(int signal) {
  atomic_fetch_or(&noted, bit(signal));
  csys_eventfd_signal(atomic_load(&wake));
}

static int set_handler(int signal, void (*handler)(int)) {
  struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART};
  sigemptyset(&action.sa_mask);
  return sigaction(signal, &action, NULL) < 0 ? -errno : 0;
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
  atomic_store(&wake, eventfd);
  int result = set_handler(signal, note);
  // Some launchers (nohup-like, CI runners) hand over a blocked signal.
  set_blocked(signal, 0);
  return result;
}

void csys_signal_unwatch(int signal) {
  if (!is_watched[signal]) return;
  is_watched[signal] = 0;
  sigaction(signal, &before[signal], NULL);
}

uint64_t csys_signal_take(void) { return atomic_exchange(&noted, 0); }

void csys_signal_forget(int signal) { atomic_fetch_and(&noted, ~bit(signal)); }

void csys_signal_die(int signal) {
  set_handler(signal, SIG_DFL);
  set_blocked(signal, 0);
  raise(signal);
  _exit(128 + signal);
}

void csys_signal_stop_self(int group, int eventfd) {
  if (group) {
    // Ignored here first: a signal to the group may be taken by any thread, and this process would
    // stop at some later moment instead of inside `raise` below.
    set_handler(SIGTSTP, SIG_IGN);
    kill(0, SIGTSTP);
  }
  set_handler(SIGTSTP, SIG_DFL);
  raise(SIGTSTP);
  csys_signal_watch(SIGTSTP, eventfd);
}
