/// A context that selects the default values of dependencies.
public enum DependencyContext: Hashable, Sendable {
  case live
  case preview
  case test

  /// `.test` inside a test runner, otherwise `.live`.
  static let processDefault: DependencyContext = {
    let name = CommandLine.arguments.first?.split(separator: "/").last ?? ""
    return name.hasSuffix("xctest") || name.hasPrefix("swiftpm-testing-helper") ? .test : .live
  }()
}

/// Whether the process is a test runner.
public let isTesting = DependencyContext.processDefault == .test
