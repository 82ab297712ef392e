#define _GNU_SOURCE
#include "csystem_terminal.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

struct csys_window_size csys_window_size(int descriptor) {
  struct winsize size;
  if (ioctl(descriptor, TIOCGWINSZ, &size) < 0) return (struct csys_window_size){0, 0};
  return (struct csys_window_size){.columns = size.ws_col, .rows = size.ws_row};
}

int csys_open_terminal(int descriptor) {
  if (!isatty(descriptor)) return -ENOTTY;
  const int flags = O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC;
  char path[256];
  int opened = -1;
  if (ttyname_r(descriptor, path, sizeof path) == 0) opened = open(path, flags);
  // After `su`, the device belongs to another user, but /dev/tty can still be opened.
  if (opened < 0) opened = open("/dev/tty", flags);
  if (opened >= 0) return opened;
  int error = errno;
  opened = fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
  if (opened < 0) return -error;
  int status = fcntl(opened, F_GETFL);
  if (status >= 0) fcntl(opened, F_SETFL, status | O_NONBLOCK);
  return opened;
}

int csys_terminal_set(int descriptor, const struct termios *modes) {
  // TCSADRAIN would wait for a terminal that no longer reads.
  int attempts = 3;
  while (tcsetattr(descriptor, TCSANOW, modes) < 0) {
    if (errno != EINTR && --attempts == 0) return -errno;
  }
  return 0;
}

int csys_terminal_make_raw(int descriptor, const struct termios *saved) {
  struct termios raw = *saved;
  cfmakeraw(&raw);
  raw.c_cc[VMIN] = 1;
  raw.c_cc[VTIME] = 0;
  return csys_terminal_set(descriptor, &raw);
}

long csys_write(int descriptor, const void *bytes, size_t count) {
  for (;;) {
    ssize_t written = write(descriptor, bytes, count);
    if (written >= 0) return written;
    if (errno == EAGAIN) return 0;
    if (errno != EINTR) return -errno;
  }
}

long csys_read(int descriptor, void *bytes, size_t capacity) {
  for (;;) {
    ssize_t count = read(descriptor, bytes, capacity);
    if (count > 0) return count;
    if (count == 0) return -EPIPE;
    if (errno == EAGAIN) return 0;
    if (errno != EINTR) return -errno;
  }
}

void csys_open_missing_streams(void) {
  for (int stream = 0; stream < 3; stream++) {
    // A new descriptor has the lowest free number: the missing one. A read-only stream makes writing fail.
    if (fcntl(stream, F_GETFD) < 0 && open("/dev/null", O_RDONLY) != stream) _exit(1);
  }
}

void csys_terminal_drop_output(int descriptor) { tcflush(descriptor, TCOFLUSH); }

static int64_t milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int csys_write_all(int descriptor, const void *bytes, size_t count, int timeout_ms) {
  const char *next = bytes;
  int64_t deadline = milliseconds() + timeout_ms;
  while (count > 0) {
    long written = csys_write(descriptor, next, count);
    if (written < 0) return -1;
    next += written;
    count -= (size_t)written;
    if (count == 0) break;
    int64_t remaining = deadline - milliseconds();
    struct pollfd wait = {.fd = descriptor, .events = POLLOUT};
    if (remaining <= 0 || (poll(&wait, 1, (int)remaining) < 0 && errno != EINTR)) return -1;
    if (wait.revents & (POLLHUP | POLLERR | POLLNVAL)) return -1;
  }
  return 0;
}
