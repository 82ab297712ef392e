// Reports contended locking and unlocking of Swift's Mutex to the thread sanitizer.
//
// The uncontended path is inlined into instrumented code, so the sanitizer sees it. The contended path is in Swift's
// own library, which is not built for the sanitizer: locks acquired or released there are invisible to it, and it
// reports protected accesses as races. This library is loaded before Swift's, calls its functions, and reports each
// acquisition and release.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

// Only defined in programs that are built for the sanitizer.
extern void __tsan_acquire(void *) __attribute__((weak));
extern void __tsan_release(void *) __attribute__((weak));

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *

// Synchronization._MutexHandle._lockSlow(UInt32) and ._unlockSlow()
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

SWIFT void lock_slow(uint32_t thread, SELF handle) __asm__(LOCK);
SWIFT void unlock_slow(SELF handle) __asm__(UNLOCK);

SWIFT void lock_slow(uint32_t thread, SELF handle) {
  static SWIFT void (*original)(uint32_t, SELF);
  if (!original) original = (SWIFT void (*)(uint32_t, SELF))dlsym(RTLD_NEXT, LOCK);
  original(thread, handle);
  if (__tsan_acquire) __tsan_acquire(handle);
}

SWIFT void unlock_slow(SELF handle) {
  static SWIFT void (*original)(SELF);
  if (!original) original = (SWIFT void (*)(SELF))dlsym(RTLD_NEXT, UNLOCK);
  if (__tsan_release) __tsan_release(handle);
  original(handle);
}
