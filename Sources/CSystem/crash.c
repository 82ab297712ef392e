#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "csystem_signals.h"

enum { CAPACITY = 512, STACK = 64 * 1024 };

static const int fatal[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT, SIGSYS};
enum { FATAL = sizeof fatal / sizeof *fatal };

static struct sigaction before[FATAL];
static char bytes[CAPACITY];
static size_t length;
static struct termios modes;
static _Atomic int terminal = -1;

static void crashed(int signal) {
  int descriptor = atomic_exchange(&terminal, -1);
  if (descriptor >= 0) {
    // Everything from here to the end is async-signal-safe. The tty may be full of frames: drop them.
    tcflush(descriptor, TCOFLUSH);
    size_t written = 0;
    while (written < length) {
      ssize_t count = write(descriptor, bytes + written, length - written);
      if (count > 0) written += (size_t)count;
      else if (count < 0 && errno == EINTR) continue;
      else break;
    }
    tcsetattr(descriptor, TCSANOW, &modes);
  }
  for (int i = 0; i < FATAL; i++) {
    if (fatal[i] == signal) sigaction(signal, &before[i], NULL);
  }
  // Blocked until this returns; a fault also happens again by itself.
  raise(signal);
}

void csys_crash_prepare(int descriptor, const struct termios *new_modes, const void *restore,
                        size_t count) {
  atomic_store(&terminal, -1);
  if (!restore) return;
  length = count < CAPACITY ? count : CAPACITY;
  memcpy(bytes, restore, length);
  modes = *new_modes;
  atomic_store(&terminal, descriptor);
}

void csys_crash_install(void) {
  // A stack overflow leaves no room on the stack it overflowed.
  stack_t current;
  if (sigaltstack(NULL, &current) == 0 && (current.ss_flags & SS_DISABLE)) {
    stack_t own = {.ss_sp = malloc(STACK), .ss_size = STACK};
    if (own.ss_sp) sigaltstack(&own, NULL);
  }
  struct sigaction action = {.sa_handler = crashed, .sa_flags = SA_ONSTACK};
  sigemptyset(&action.sa_mask);
  for (int i = 0; i < FATAL; i++) sigaction(fatal[i], &action, &before[i]);
}
