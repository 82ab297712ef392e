import Foundation
public import Testing

/// The external programs that some tests run.
package enum Tools {
  /// The path of bash, for tests with ``Testing/Trait/needs(_:)``.
  package static let bash = path(of: "bash") ?? "bash"

  /// Returns the path of a program on `PATH`, or `nil` if it is not installed.
  package static func path(of name: String) -> String? {
    let folders = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
    return folders.split(separator: ":").map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
  }
}

extension Trait where Self == ConditionTrait {
  /// Skips a test or a suite if one of its programs is not installed.
  public static func needs(_ names: String...) -> Self {
    let missing = names.filter { Tools.path(of: $0) == nil }
    return .enabled(if: missing.isEmpty, "needs \(missing.joined(separator: ", "))")
  }
}
