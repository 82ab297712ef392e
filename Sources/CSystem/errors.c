#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdatomic.h>
#include <unistd.h>

#include "crash_parts.h"
#include "csystem_crash.h"
#include "csystem_terminal.h"

#ifndef __has_feature
#define __has_feature(feature) 0
#endif

/// A sanitizer writes its report to standard error and ends the process without calling the program's handlers, so the
/// redirected output would be lost.
enum { IS_SANITIZED = __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) };

/// A copy of the original standard error; -1 while it is not redirected.
static _Atomic int saved_stderr = -1;
/// The reading end of the pipe that receives redirected output.
static int pipe_reader = -1;

void csys_errors_redirect(void) {
  int ends[2];
  if (IS_SANITIZED || atomic_load(&saved_stderr) >= 0) return;
  // Both ends are nonblocking: output that does not fit into the pipe is lost, and the program continues.
  if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) < 0) return;
  int copy = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
  if (copy >= 0 && dup2(ends[1], STDERR_FILENO) >= 0) {
    pipe_reader = ends[0];
    atomic_store(&saved_stderr, copy);
  } else {
    close(ends[0]);
    if (copy >= 0) close(copy);
  }
  close(ends[1]);
}

/// Inserts question marks in place of characters that move the cursor or change modes.
static void replace_controls(char *bytes, size_t count) {
  for (size_t i = 0; i < count; i++) {
    unsigned char byte = (unsigned char)bytes[i];
    if ((byte < ' ' && byte != '\n' && byte != '\t') || byte == 0x7F) bytes[i] = '?';
    // U+0080 to U+009F in UTF-8 are control characters for some terminals.
    if (byte == 0xC2 && i + 1 < count && ((unsigned char)bytes[i + 1] & 0xE0) == 0x80) {
      bytes[i] = bytes[i + 1] = '?';
    }
  }
}

void errors_append_buffered(struct text *text) {
  int saved = atomic_exchange(&saved_stderr, -1);
  if (saved < 0) return;
  char chunk[1024];
  ssize_t count;
  while ((count = read(pipe_reader, chunk, sizeof chunk)) > 0 || (count < 0 && errno == EINTR)) {
    if (count < 0) continue;
    // The end of the output matters most, so make room for it.
    if (text->count + (size_t)count > sizeof text->bytes) text->count = 0;
    text_add_bytes(text, chunk, (size_t)count);
  }
  dup2(saved, STDERR_FILENO);
}

void errors_write(struct text *text) {
  replace_controls(text->bytes, text->count);
  struct pollfd ready = {.fd = STDERR_FILENO, .events = POLLOUT};
  // The terminal may have stopped its output. A crashed program must not wait for it.
  if (text->count > 0 && poll(&ready, 1, 300) > 0 && (ready.revents & POLLOUT)) {
    csys_write_all(STDERR_FILENO, text->bytes, text->count, 300);
  }
}

void csys_errors_restore(void) {
  int saved = atomic_exchange(&saved_stderr, -1);
  if (saved < 0) return;
  dup2(saved, STDERR_FILENO);
  close(saved);
  char chunk[4096];
  long count;
  while ((count = csys_read(pipe_reader, chunk, sizeof chunk)) > 0) {
    replace_controls(chunk, (size_t)count);
    csys_write_all(STDERR_FILENO, chunk, (size_t)count, 1000);
  }
  close(pipe_reader);
  pipe_reader = -1;
}
