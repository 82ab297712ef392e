// Tells the thread sanitizer what Swift's Mutex does when somebody has to wait.
//
// What it does when nobody need is compiled into whoever uses it, and seen. Waiting, and waking who waits, happen in
// Swift's own library, which is not built for the sanitizer: a lock that was taken or let go there looks as if it never
// had been, and all that it protects like a race. This is loaded before that library, has it do both, and says so.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

// There in programs that are built for the sanitizer, and in no other.
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
