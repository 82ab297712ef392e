import Foundation
import Glibc
import Synchronization

/// Runs `body` under a separate umask, because the process's umask applies to all tests that run concurrently.
///
/// `body` runs on a new thread, because Linux lets each thread have its own umask.
package func withUmask<Result: Sendable>(
  _ mask: mode_t, _ body: @escaping @Sendable () -> Result
) -> Result {
  let result = Mutex<Result?>(nil)
  let done = DispatchSemaphore(value: 0)
  Thread {
    guard unshare(unshareFileSystem) == 0 else {
      fatalError("the thread cannot have its own umask: error \(errno)")
    }
    umask(mask)
    let value = body()
    result.withLock { $0 = value }
    done.signal()
  }.start()
  done.wait()
  guard let value = result.withLock({ $0 }) else { fatalError("the thread ended without a result") }
  return value
}

/// `CLONE_FS`. The C library's module exports neither this constant nor `unshare` to Swift.
private let unshareFileSystem: Int32 = 0x200

private func unshare(_ flags: Int32) -> Int32 {
  guard let function = dlsym(nil, "unshare") else { return -1 }
  return unsafeBitCast(function, to: (@convention(c) (Int32) -> Int32).self)(flags)
}
