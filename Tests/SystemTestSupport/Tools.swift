import Foundation
public import Testing

/// Programs that are not Ladder's own and that some tests run.
package enum Tools {
  /// The path of bash, which tests that have ``Testing/Trait/needs(_:)`` of it may rely on.
  package static let bash = path(of: "bash") ?? "bash"

  /// The path of a program on `PATH`, `nil` where it is not installed.
  package static func path(of name: String) -> String? {
    let folders = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
    return folders.split(separator: ":").map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
  }
}

extension Trait where Self == ConditionTrait {
  /// Skips a test or a suite where one of its programs is not installed.
  public static func needs(_ names: String...) -> Self {
    let missing = names.filter { Tools.path(of: $0) == nil }
    return .enabled(if: missing.isEmpty, "needs \(missing.joined(separator: ", "))")
  }
}
