#if canImport(Testing)

import ReducerRuntime
import Synchronization
import XCTest

/// The test that XCTest is running. XCTest sets no task local, unlike Swift Testing.
enum RunningXCTest {
  // Unchecked: a test case is only passed on to `recordFailure`, on the main actor.
  private struct Running: @unchecked Sendable {
    weak var testCase: XCTestCase?
    var name: String?
    /// The number of tests started, which distinguishes repeated runs of a test.
    var count = 0
  }

  private static let running = Mutex(Running())

  /// A name that is unique for each run of each test; `nil` between tests.
  static var name: String? { running.withLock { $0.name } }

  /// A reporter that fails the running test, even if called after the test's end; `nil` between tests.
  static var reporter: IssueReporting.Reporter? {
    let running = running.withLock { $0 }
    guard running.testCase != nil else { return nil }
    return { message, location in
      running.testCase?.recordFailure(
        withDescription: "failed - \(message)", inFile: "\(location.filePath)",
        atLine: Int(location.line), expected: true)
    }
  }

  static func observe() {
    XCTestObservationCenter.shared.addTestObserver(Observer())
  }

  private final class Observer: XCTestObservation {
    func testCaseWillStart(_ testCase: XCTestCase) {
      running.withLock {
        $0.count += 1
        $0.name = "\(testCase.name) \($0.count)"
        $0.testCase = testCase
      }
    }

    func testCaseDidFinish(_ testCase: XCTestCase) {
      running.withLock {
        $0.name = nil
        $0.testCase = nil
      }
    }
  }
}

#endif
