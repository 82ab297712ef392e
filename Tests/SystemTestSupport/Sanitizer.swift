import Foundation

/// The environment variables with which a sanitizer also checks a program that a test starts.
///
/// They contain the sanitizer's options, such as the path of its report and the signals that it handles, and the
/// library that the thread sanitizer needs. Without a sanitizer, there are none.
package enum Sanitizer {
  package static let environment: [String: String] = {
    let own = ProcessInfo.processInfo.environment
    guard own["ASAN_OPTIONS"] != nil || own["TSAN_OPTIONS"] != nil else { return [:] }
    return own.filter { ["ASAN_OPTIONS", "TSAN_OPTIONS", "LD_PRELOAD"].contains($0.key) }
  }()
}

/// The environment variables that a program shares with the test that starts it: those of a sanitizer, and those that
/// enable a mutant (`scripts/torture/mutants.py`).
package let sharedEnvironment: [String: String] = Sanitizer.environment.merging(
  ProcessInfo.processInfo.environment.filter { $0.key.hasPrefix("LADDER_MUTANT") }
) { own, _ in own }
