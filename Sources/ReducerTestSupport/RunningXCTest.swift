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
    /// The operations to run when the test ends.
    var endings: [@MainActor @Sendable () -> Void] = []
    /// The number of tests started, which distinguishes repeated runs of a test.
    var count = 0
  }

  private static let running = Mutex(Running())

  /// A name that is unique for each run of each test; `nil` between tests.
  static var name: String? { running.withLock { $0.name } }

  /// A reporter that fails the running test; `nil` between tests. After the test's end, XCTest accepts no failure.
  static var reporter: IssueReporting.Reporter? {
    let running = running.withLock { $0 }
    guard running.testCase != nil else { return nil }
    return { message, location in
      guard let testCase = running.testCase, testCase.testRun?.stopDate == nil else {
        return IssueReporting.writeLine(message, location)
      }
      testCase.recordFailure(
        withDescription: "failed - \(message)", inFile: "\(location.filePath)",
        atLine: Int(location.line), expected: true)
    }
  }

  /// Runs `operation` on the main actor when the running test ends, before its `tearDown`.
  static func atEnd(_ operation: @escaping @MainActor @Sendable () -> Void) {
    running.withLock { $0.endings.append(operation) }
  }

  @MainActor
  private static func end() {
    for ending in running.withLock({ $0.endings }) { ending() }
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
        $0.endings = []
      }
      // Blocks run in reverse order: this one after those of the test. An observer is called too late to fail the test.
      testCase.addTeardownBlock { () -> Void in MainActor.assumeIsolated { RunningXCTest.end() } }
    }

    func testCaseDidFinish(_ testCase: XCTestCase) {
      running.withLock {
        $0.name = nil
        $0.testCase = nil
        $0.endings = []
      }
    }
  }
}

#endif
