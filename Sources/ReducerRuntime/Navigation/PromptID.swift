import Synchronization

/// An identifier of one alert, dialog or button, unique even among equal ones.
public struct PromptID: Hashable, Sendable {
  private let number: UInt64

  private static let last = Atomic<UInt64>(0)

  init() {
    number = Self.last.wrappingAdd(1, ordering: .relaxed).newValue
  }
}
