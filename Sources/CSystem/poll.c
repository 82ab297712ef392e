#define _GNU_SOURCE
#include "csystem_poll.h"

#include <errno.h>
#include <stddef.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

static struct timespec timespec_of(int64_t ns) {
  return (struct timespec){.tv_sec = ns / 1000000000, .tv_nsec = ns % 1000000000};
}

int csys_poll(struct pollfd *descriptors, unsigned count, int64_t timeout_ns) {
  struct timespec timeout = timespec_of(timeout_ns < 0 ? 0 : timeout_ns);
  int ready = ppoll(descriptors, count, timeout_ns < 0 ? NULL : &timeout, NULL);
  return ready < 0 ? -errno : ready;
}

void csys_minimize_timer_slack(void) { prctl(PR_SET_TIMERSLACK, 1UL, 0UL, 0UL, 0UL); }

int csys_eventfd(void) { return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC); }

void csys_eventfd_signal(int descriptor) {
  int saved = errno;
  uint64_t one = 1;
  // If the counter is full, the eventfd is readable, which is sufficient. Other errors must not lose the wake-up.
  for (int left = 3; left > 0 && write(descriptor, &one, sizeof one) < 0 && errno != EAGAIN; left--) {
  }
  errno = saved;
}

int csys_eventfd_reset(int descriptor) {
  uint64_t count = 0;
  return read(descriptor, &count, sizeof count) == sizeof count;
}

int csys_timerfd(void) { return timerfd_create(CLOCK_BOOTTIME, TFD_NONBLOCK | TFD_CLOEXEC); }

void csys_timerfd_arm(int descriptor, int64_t delay_ns) {
  struct itimerspec spec = {0};
  // Zero would disarm the timer instead of firing immediately.
  if (delay_ns >= 0) spec.it_value = timespec_of(delay_ns == 0 ? 1 : delay_ns);
  timerfd_settime(descriptor, 0, &spec, NULL);
}
