/// Which of a dependency's values is taken when nobody has set one.
public enum DependencyContext: Hashable, Sendable {
  case live
  case preview
  case test

  /// `.test` inside a test runner, otherwise `.live`.
  static let ofProcess: DependencyContext = {
    let name = CommandLine.arguments.first?.split(separator: "/").last ?? ""
    return name.hasSuffix("xctest") || name.hasPrefix("swiftpm-testing-helper") ? .test : .live
  }()
}

/// Whether the program is a test program.
public let isTesting = DependencyContext.ofProcess == .test
