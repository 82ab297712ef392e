#define _GNU_SOURCE
#include "csystem_locks.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int csys_lock_bytes(int file, int64_t first, int64_t count, pid_t *holder) {
  struct flock lock = {
    .l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = (off_t)first, .l_len = (off_t)count};
  *holder = 0;
  if (fcntl(file, F_OFD_SETLK, &lock) == 0) return 0;
  if (fcntl(file, F_OFD_GETLK, &lock) != 0 || lock.l_type == F_UNLCK) return 0;
  if (lock.l_pid > 0) *holder = lock.l_pid;
  return 1;
}

int csys_folder_has_locks(const char *folder) {
  int file = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (file < 0) {
    char path[4096];
    if (snprintf(path, sizeof path, "%s/.ladder-XXXXXX", folder) >= (int)sizeof path) return 1;
    file = mkostemp(path, O_CLOEXEC);
    if (file < 0) return 1;
    unlink(path);
  }
  struct flock lock = {.l_type = F_RDLCK, .l_whence = SEEK_SET, .l_len = 1};
  int has_locks = fcntl(file, F_SETLK, &lock) == 0 || errno != ENOLCK;
  close(file);
  return has_locks;
}

void csys_unlock_bytes(int file, int64_t first, int64_t count) {
  struct flock lock = {
    .l_type = F_UNLCK, .l_whence = SEEK_SET, .l_start = (off_t)first, .l_len = (off_t)count};
  fcntl(file, F_OFD_SETLK, &lock);
}

static _Thread_local int lock_error, unlock_error;

static int fcntl_recording_errors(int file, int command, ...) {
  va_list arguments;
  va_start(arguments, command);
  // As in the C library, an integer argument is read as a pointer.
  void *argument = va_arg(arguments, void *);
  va_end(arguments);
  int is_lock = command == F_SETLK || command == F_SETLKW || command == F_GETLK;
  int is_unlock = is_lock && ((struct flock *)argument)->l_type == F_UNLCK;
  // If SQLite fails to release a lock, it ignores the error, and would later wait for that lock itself.
  int attempts = is_unlock ? 3 : 1, result;
  do result = fcntl(file, command, argument);
  while (result < 0 && --attempts > 0);
  if (is_unlock) unlock_error = result < 0 ? errno : 0;
  else if (is_lock) lock_error = result < 0 ? errno : 0;
  return result;
}

void (*csys_fcntl_recording_errors(void))(void) { return (void (*)(void))fcntl_recording_errors; }

int csys_lock_error(void) { return lock_error ? lock_error : unlock_error; }
