#define _GNU_SOURCE
#include "csystem_locks.h"

#include <fcntl.h>
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

void csys_unlock_bytes(int file, int64_t first, int64_t count) {
  struct flock lock = {
    .l_type = F_UNLCK, .l_whence = SEEK_SET, .l_start = (off_t)first, .l_len = (off_t)count};
  fcntl(file, F_OFD_SETLK, &lock);
}
