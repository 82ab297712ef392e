import FoundationEssentials

extension DependencyValues {
  /// Tells the date: `@Dependency(\.date.now) var now`.
  public var date: DateGenerator {
    get { self[DateGeneratorKey.self] }
    set { self[DateGeneratorKey.self] = newValue }
  }

  private enum DateGeneratorKey: DependencyKey {
    static let liveValue = DateGenerator { Date() }
    static var testValue: DateGenerator {
      DateGenerator {
        reportIssue("Unimplemented: @Dependency(\\.date)")
        return Date()
      }
    }
  }
}

/// Makes dates.
public struct DateGenerator: Sendable {
  private var generate: @Sendable () -> Date

  public init(_ generate: @escaping @Sendable () -> Date) {
    self.generate = generate
  }

  /// Always the same date.
  public static func constant(_ now: Date) -> Self {
    Self { now }
  }

  /// The date. Set it to stop the time.
  public var now: Date {
    get { generate() }
    set { generate = { newValue } }
  }

  public func callAsFunction() -> Date { generate() }
}
