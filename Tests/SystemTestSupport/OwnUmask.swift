import Foundation
import Glibc
import Synchronization

/// Runs `body` under a umask that nobody else has: the process's is that of all tests that run at once.
///
/// On a thread of its own, for Linux lets a thread have a umask if it asks for it.
package func underUmask<Result: Sendable>(
  _ mask: mode_t, _ body: @escaping @Sendable () -> Result
) -> Result {
  let result = Mutex<Result?>(nil)
  let done = DispatchSemaphore(value: 0)
  Thread {
    guard unshare(shareNothingOfFileSystem) == 0 else {
      fatalError("no umask of its own: error \(errno)")
    }
    umask(mask)
    let value = body()
    result.withLock { $0 = value }
    done.signal()
  }.start()
  done.wait()
  guard let value = result.withLock({ $0 }) else { fatalError("it has ended") }
  return value
}

/// `CLONE_FS`, which the C library's module keeps from Swift as it does the function.
private let shareNothingOfFileSystem: Int32 = 0x200

private func unshare(_ flags: Int32) -> Int32 {
  guard let function = dlsym(nil, "unshare") else { return -1 }
  return unsafeBitCast(function, to: (@convention(c) (Int32) -> Int32).self)(flags)
}
