#include "CTestSupport.h"

#include <stdatomic.h>
#include <stddef.h>

static _Atomic uint64_t allocations;

uint64_t ctest_allocations(void) {
  return atomic_load_explicit(&allocations, memory_order_relaxed);
}

#if !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)

// glibc offers its own functions under these names too, so that no `dlsym` is needed, which allocates itself.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static void count(void) {
  atomic_fetch_add_explicit(&allocations, 1, memory_order_relaxed);
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
