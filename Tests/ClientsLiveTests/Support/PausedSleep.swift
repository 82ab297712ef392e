import CSQLite
import Foundation
import Synchronization

/// A virtual file system on which a connection that finds the database locked waits for the test instead of
/// sleeping.
///
/// SQLite sleeps between two attempts to get a lock. On this file system, the first sleep lasts until ``resume()``.
/// On the main thread, a sleep returns at once, so a connection there runs out of attempts immediately.
enum PausedSleep {
  /// The name of the file system. Reading it registers the file system.
  ///
  /// Only one test may use it, because its semaphores are shared by the whole process.
  static let fileSystemName: String = {
    guard let defaultFileSystem = sqlite3_vfs_find(nil) else { fatalError("no file system") }
    let paused = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    paused.initialize(to: defaultFileSystem.pointee)
    paused.pointee.zName = UnsafePointer(strdup("paused-sleep"))
    paused.pointee.pNext = nil
    paused.pointee.xSleep = { _, microseconds in
      guard !Thread.isMainThread else { return microseconds }
      thread.withLock { $0 = pthread_self() }
      didBegin.signal()
      let end = resumed
      end.wait()
      // Lets later attempts continue without a wait.
      end.signal()
      return microseconds
    }
    sqlite3_vfs_register(paused, 0)
    return "paused-sleep"
  }()

  private static let thread = Mutex<pthread_t?>(nil)
  private static let didBegin = DispatchSemaphore(value: 0)
  private static let resumed = DispatchSemaphore(value: 0)

  /// Waits until a connection on a thread other than the main one sleeps. A separate thread blocks meanwhile.
  ///
  /// - Returns: The thread that sleeps.
  static func waitUntilSleeping() async -> pthread_t? {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        didBegin.wait()
        continuation.resume(returning: thread.withLock { $0 })
      }
    }
  }

  /// Resumes the sleeping connection.
  static func resume() { resumed.signal() }
}
