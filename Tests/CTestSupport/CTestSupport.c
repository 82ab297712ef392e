#include "CTestSupport.h"

#include <fcntl.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

// Not every compiler that builds the preloaded library defines `__has_feature`.
#ifndef __has_feature
#define __has_feature(name) 0
#endif

static _Atomic uint64_t own;
static _Atomic uint64_t *allocations = &own;

uint64_t ctest_allocations(void) {
  return atomic_load_explicit(allocations, memory_order_relaxed);
}

uint64_t *ctest_map_allocations(const char *path, int create) {
  int file = open(path, O_RDWR | O_CLOEXEC | (create ? O_CREAT : 0), 0600);
  if (file < 0) return NULL;
  void *map = MAP_FAILED;
  if (!create || ftruncate(file, sizeof(uint64_t)) == 0) {
    map = mmap(NULL, sizeof(uint64_t), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  }
  close(file);
  return map == MAP_FAILED ? NULL : map;
}

// If a program preloads this library, moves its counter into memory that the measuring program shares.
__attribute__((constructor)) static void share_count(void) {
  const char *path = getenv("LADDER_COUNT_ALLOCATIONS");
  uint64_t *shared = path ? ctest_map_allocations(path, 0) : NULL;
  if (shared) allocations = (_Atomic uint64_t *)shared;
}

#if !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)

// glibc also exports its functions under these names, so `dlsym`, which itself allocates, is not needed.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static void count(void) {
  atomic_fetch_add_explicit(allocations, 1, memory_order_relaxed);
}

void *malloc(size_t size) {
  count();
  return __libc_malloc(size);
}

void *calloc(size_t items, size_t size) {
  count();
  return __libc_calloc(items, size);
}

void *realloc(void *memory, size_t size) {
  count();
  return __libc_realloc(memory, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  count();
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
  count();
  *memory = __libc_memalign(alignment, size);
  return *memory == NULL ? 12 : 0;  // ENOMEM
}

#endif
