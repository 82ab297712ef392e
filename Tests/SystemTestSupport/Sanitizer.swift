import Foundation

/// What a program that a test starts is to have of the tests' own environment, so that a sanitizer watches both alike:
/// where reports go and what the program handles itself. Empty where no sanitizer watches.
package enum Sanitizer {
  package static let environment: [String: String] = {
    let own = ProcessInfo.processInfo.environment
    guard own["ASAN_OPTIONS"] != nil || own["TSAN_OPTIONS"] != nil else { return [:] }
    return own.filter { ["ASAN_OPTIONS", "TSAN_OPTIONS", "LD_PRELOAD"].contains($0.key) }
  }()
}
