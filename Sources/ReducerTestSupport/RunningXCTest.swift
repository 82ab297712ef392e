#if canImport(Testing)

import Synchronization
import XCTest

/// The test that XCTest is running, which a task cannot be asked for as with Swift Testing.
enum RunningXCTest {
  private struct Running {
    var name: String?
    /// A test may run again, and is another then.
    var count = 0
  }

  private static let running = Mutex(Running())

  /// Unlike that of any other, and of an earlier run of the same test; nil between tests.
  static var name: String? { running.withLock { $0.name } }

  static func observe() {
    XCTestObservationCenter.shared.addTestObserver(Observer())
  }

  private final class Observer: XCTestObservation {
    func testCaseWillStart(_ testCase: XCTestCase) {
      running.withLock {
        $0.count += 1
        $0.name = "\(testCase.name) \($0.count)"
      }
    }

    func testCaseDidFinish(_ testCase: XCTestCase) {
      running.withLock { $0.name = nil }
    }
  }
}

#endif
