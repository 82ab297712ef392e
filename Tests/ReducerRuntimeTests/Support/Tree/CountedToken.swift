import Synchronization

/// An object in a state, counted so that a test notices one that is never released or released twice.
final class CountedToken: Equatable, Sendable {
  let number: Int

  private static let live = Atomic<Int>(0)

  /// The number of objects that are alive.
  static var liveCount: Int { live.load(ordering: .sequentiallyConsistent) }

  init(_ number: Int) {
    self.number = number
    Self.live.add(1, ordering: .sequentiallyConsistent)
  }

  deinit { Self.live.subtract(1, ordering: .sequentiallyConsistent) }

  static func == (lhs: CountedToken, rhs: CountedToken) -> Bool { lhs.number == rhs.number }
}
