import Foundation

/// The environment variables that a test passes on to a program so that a sanitizer checks both alike: the report
/// path and the handled signals. Empty without a sanitizer.
package enum Sanitizer {
  package static let environment: [String: String] = {
    let own = ProcessInfo.processInfo.environment
    guard own["ASAN_OPTIONS"] != nil || own["TSAN_OPTIONS"] != nil else { return [:] }
    return own.filter { ["ASAN_OPTIONS", "TSAN_OPTIONS", "LD_PRELOAD"].contains($0.key) }
  }()
}
