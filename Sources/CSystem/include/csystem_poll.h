#pragma once

#include <poll.h>
#include <stdint.h>

/// `ppoll` without a signal mask. `timeout_ns` below 0 waits for ever.
/// Returns what `ppoll` does, or -errno.
int csys_poll(struct pollfd *descriptors, unsigned count, int64_t timeout_ns);

/// Has the timeouts of this thread end when they are due. Linux lets them be 50 us late otherwise, to
/// save wake-ups. Threads that it starts are like it.
void csys_wake_on_time(void);

/// A non-blocking, close-on-exec eventfd, or -1.
int csys_eventfd(void);

/// Makes `descriptor` (an eventfd) readable. Safe in a signal handler and from any thread.
void csys_eventfd_signal(int descriptor);

/// Takes everything signalled so far; false when there was nothing.
int csys_eventfd_take(int descriptor);

/// A non-blocking timerfd on CLOCK_BOOTTIME, which unlike a poll's timeout goes on while the
/// machine sleeps. -1 on failure.
int csys_timerfd(void);

/// Arms it to fire in `delay_ns` (once); below 0 disarms it.
void csys_timerfd_arm(int descriptor, int64_t delay_ns);
