import Synchronization

/// Tells one alert, dialog or button from another that says the same.
public struct PromptID: Hashable, Sendable {
  private let number: UInt64

  private static let last = Atomic<UInt64>(0)

  init() {
    number = Self.last.wrappingAdd(1, ordering: .relaxed).newValue
  }
}
