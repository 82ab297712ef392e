#pragma once

#include <poll.h>
#include <stdint.h>

/// Calls `ppoll` without a signal mask. A negative `timeout_ns` waits forever. Returns the result of `ppoll`, or
/// -errno.
int csys_poll(struct pollfd *descriptors, unsigned count, int64_t timeout_ns);

/// Sets the timer slack of this thread to 1 ns, so that timeouts end on time. By default, Linux delays them by up to 50
/// us to save wake-ups. Threads created by this thread inherit the setting.
void csys_minimize_timer_slack(void);

/// Returns a nonblocking, close-on-exec eventfd, or -1.
int csys_eventfd(void);

/// Makes `descriptor` (an eventfd) readable. Async-signal-safe and thread-safe.
void csys_eventfd_signal(int descriptor);

/// Resets the eventfd. Returns false if it was not signaled.
int csys_eventfd_reset(int descriptor);

/// Returns a nonblocking timerfd on CLOCK_BOOTTIME, or -1. Unlike the timeout of `ppoll`, it continues while the
/// machine sleeps.
int csys_timerfd(void);

/// Arms the timerfd to fire once after `delay_ns`; a negative delay disarms it.
void csys_timerfd_arm(int descriptor, int64_t delay_ns);
