import Foundation
import Glibc
import Synchronization

/// Runs `body` under a separate umask, because the process's umask applies to all tests that run concurrently.
///
/// On a separate thread, because Linux supports a umask for each thread on request.
package func withUmask<Result: Sendable>(
  _ mask: mode_t, _ body: @escaping @Sendable () -> Result
) -> Result {
  let result = Mutex<Result?>(nil)
  let done = DispatchSemaphore(value: 0)
  Thread {
    guard unshare(unshareFileSystem) == 0 else {
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

/// `CLONE_FS`, which the C library's module does not export to Swift, nor the function.
private let unshareFileSystem: Int32 = 0x200

private func unshare(_ flags: Int32) -> Int32 {
  guard let function = dlsym(nil, "unshare") else { return -1 }
  return unsafeBitCast(function, to: (@convention(c) (Int32) -> Int32).self)(flags)
}
