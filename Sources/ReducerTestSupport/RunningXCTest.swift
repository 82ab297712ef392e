#if canImport(Testing)

import Synchronization
import XCTest

/// The test that XCTest is running. XCTest sets no task local, unlike Swift Testing.
enum RunningXCTest {
  private struct Running {
    var name: String?
    /// The number of tests started, which distinguishes repeated runs of a test.
    var count = 0
  }

  private static let running = Mutex(Running())

  /// A name that is unique for each run of each test; `nil` between tests.
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
