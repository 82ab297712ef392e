#define _GNU_SOURCE
#include "csystem_limits.h"

#include <fcntl.h>
#include <malloc.h>
#include <sys/resource.h>
#include <unistd.h>

int csys_count_free_descriptors(int max) {
  // The limit alone is not sufficient: files that the parent process left open count too.
  int opened[64], count = 0;
  if (max > 64) max = 64;
  while (count < max && (opened[count] = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)) >= 0) count++;
  for (int i = 0; i < count; i++) close(opened[i]);
  return count;
}

int64_t csys_stack_limit(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_STACK, &limit) < 0 || limit.rlim_cur > INT64_MAX) return INT64_MAX;
  return (int64_t)limit.rlim_cur;
}

void csys_limit_heaps(int count) { mallopt(M_ARENA_MAX, count); }
