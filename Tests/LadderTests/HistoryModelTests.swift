import Foundation
import SystemTestSupport
import Testing

/// Compares the program's numbers with those of an independent model in Python.
struct HistoryModelTests {
  @Test(.needs("python3"))
  func `the numbers of random histories equal the model's`() {
    let count = TestSize.choose(test: 10, check: 60)
    let folder = #filePath.replacing("LadderTests/HistoryModelTests.swift", with: "HistoryModel")
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
    let outcome = Program(environment: ["PATH": path], path: "/usr/bin/env")
      .run(["python3", "-B", "\(folder)/check.py", Program.path, "--count", "\(count)"])
    #expect(outcome.output == "\(count) passed, 0 failed\n")
    #expect(outcome.errors.isEmpty)
  }
}
