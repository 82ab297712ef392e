extension DependencyValues {
  /// Stops a debug build if a condition does not hold. In tests, it reports an issue instead.
  ///
  /// ```swift
  /// @Dependency(\.assert) var assert
  /// assert(reps > 0, "A set has reps")
  /// ```
  public var assert: any AssertionEffect {
    get { self[AssertKey.self] }
    set { self[AssertKey.self] = newValue }
  }

  /// Stops the program if a condition does not hold. In tests, it reports an issue instead.
  public var precondition: any AssertionEffect {
    get { self[PreconditionKey.self] }
    set { self[PreconditionKey.self] = newValue }
  }

  /// Fails an assertion: ``assert`` with a condition that does not hold.
  public var assertionFailure: any AssertionFailureEffect {
    FailedAssertion(assertion: self.assert)
  }

  /// Fails a precondition: ``precondition`` with a condition that does not hold.
  public var preconditionFailure: any AssertionFailureEffect {
    FailedAssertion(assertion: self.precondition)
  }

  private enum AssertKey: DependencyKey {
    static let liveValue: any AssertionEffect = AnyAssertionEffect {
      condition, message, file, line in
      Swift.assert(condition(), message(), file: file, line: line)
    }
    static let testValue: any AssertionEffect = ReportedAssertion()
  }

  private enum PreconditionKey: DependencyKey {
    static let liveValue: any AssertionEffect = AnyAssertionEffect {
      condition, message, file, line in
      Swift.precondition(condition(), message(), file: file, line: line)
    }
    static let testValue: any AssertionEffect = ReportedAssertion()
  }
}

/// A check of a condition that must hold.
public protocol AssertionEffect: Sendable {
  func callAsFunction(
    _ condition: @autoclosure () -> Bool, _ message: @autoclosure () -> String,
    file: StaticString, line: UInt)
}

extension AssertionEffect {
  /// Checks `condition` at the caller's line.
  @_disfavoredOverload
  public func callAsFunction(
    _ condition: @autoclosure () -> Bool, _ message: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line
  ) {
    callAsFunction(condition(), message(), file: file, line: line)
  }
}

/// A failure of an assertion.
public protocol AssertionFailureEffect: Sendable {
  func callAsFunction(_ message: @autoclosure () -> String, file: StaticString, line: UInt)
}

extension AssertionFailureEffect {
  /// Fails at the caller's line.
  @_disfavoredOverload
  public func callAsFunction(
    _ message: @autoclosure () -> String = "", file: StaticString = #filePath, line: UInt = #line
  ) {
    callAsFunction(message(), file: file, line: line)
  }
}

/// An assertion that calls a closure.
public struct AnyAssertionEffect: AssertionEffect {
  private let check:
    @Sendable (
      _ condition: @autoclosure () -> Bool, _ message: @autoclosure () -> String,
      _ file: StaticString, _ line: UInt
    ) -> Void

  /// Creates an assertion that calls `check` with each condition, its message, and the caller's file and line.
  public init(
    _ check:
      @escaping @Sendable (
        _ condition: @autoclosure () -> Bool, _ message: @autoclosure () -> String,
        _ file: StaticString, _ line: UInt
      ) -> Void
  ) {
    self.check = check
  }

  public func callAsFunction(
    _ condition: @autoclosure () -> Bool, _ message: @autoclosure () -> String,
    file: StaticString, line: UInt
  ) {
    check(condition(), message(), file, line)
  }
}

/// An assertion that reports an issue.
private struct ReportedAssertion: AssertionEffect {
  func callAsFunction(
    _ condition: @autoclosure () -> Bool, _ message: @autoclosure () -> String,
    file: StaticString, line: UInt
  ) {
    guard !condition() else { return }
    reportIssue(message(), fileID: file, filePath: file, line: line, column: 1)
  }
}

private struct FailedAssertion: AssertionFailureEffect {
  let assertion: any AssertionEffect

  func callAsFunction(_ message: @autoclosure () -> String, file: StaticString, line: UInt) {
    assertion(false, message(), file: file, line: line)
  }
}
