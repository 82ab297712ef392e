// Tells the thread sanitizer what Swift's Mutex does when it has to wait.
//
// What it does when it need not is compiled into whoever uses it, and seen. Waiting happens in Swift's own library, which
// is not built for the sanitizer: a lock that was taken there looks as if nobody had let go of it before, and all that
// it protects like a race. This is loaded before that library, waits by means of it, and says that it did.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

// There in programs that are built for the sanitizer, and in no other.
extern void __tsan_acquire(void *) __attribute__((weak));

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *

// Synchronization._MutexHandle._lockSlow(UInt32)
#define NAME "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"

SWIFT void lock_slow(uint32_t thread, SELF handle) __asm__(NAME);

SWIFT void lock_slow(uint32_t thread, SELF handle) {
  static SWIFT void (*original)(uint32_t, SELF);
  if (!original) original = (SWIFT void (*)(uint32_t, SELF))dlsym(RTLD_NEXT, NAME);
  original(thread, handle);
  if (__tsan_acquire) __tsan_acquire(handle);
}
