import Foundation
public import Testing

/// A size of the test suite: `make test` runs one variant of each test, `make check` all variants, and `make torture`
/// runs for hours.
///
/// The environment variable `LADDER_TESTS` contains the size; the default is ``test``.
public enum TestSize: String, Comparable, CaseIterable, Sendable {
  case test, check, torture

  /// The size of this run.
  public static let current: TestSize = {
    guard let name = ProcessInfo.processInfo.environment["LADDER_TESTS"] else { return .test }
    guard let size = TestSize(rawValue: name) else {
      let names = allCases.map(\.rawValue).joined(separator: ", ")
      fatalError("LADDER_TESTS must be one of \(names), not \"\(name)\"")
    }
    return size
  }()

  public static func < (size: TestSize, other: TestSize) -> Bool {
    allCases.firstIndex(of: size)! < allCases.firstIndex(of: other)!
  }

  /// Returns the value for the size of this run: `make test`, `make check` or `make torture`.
  ///
  /// - Parameter torture: The value for `make torture`; by default the value for `make check`.
  public static func choose<Value>(test: Value, check: Value, torture: Value? = nil) -> Value {
    switch current {
    case .test: test
    case .check: check
    case .torture: torture ?? check
    }
  }

  /// Returns one seed for each round, starting at 1, or at `LADDER_SEED` to repeat a round that failed.
  public static func seeds(test: Int, check: Int, torture: Int? = nil) -> Range<UInt64> {
    let first = ProcessInfo.processInfo.environment["LADDER_SEED"].flatMap { UInt64($0) } ?? 1
    return first..<first + UInt64(choose(test: test, check: check, torture: torture))
  }
}

extension Trait where Self == ConditionTrait {
  /// Runs a test or a suite only in `make check` and `make torture`.
  public static var checkOnly: Self {
    .enabled(if: TestSize.current >= .check, "runs in make check")
  }

  /// Runs a test or a suite only in `make torture`.
  public static var tortureOnly: Self {
    .enabled(if: TestSize.current == .torture, "runs in make torture")
  }
}
