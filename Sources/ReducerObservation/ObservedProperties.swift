@_exported import Observation
import ReducerRuntime
import Synchronization

/// Connects the runtime with Observation. The dynamic linker calls this on loading a program or a test bundle with this
/// module, so nothing has to be set up.
@section(".init_array")
@used
private let connect: @convention(c) () -> Void = {
  ForeignObservation.install(
    ForeignObservation.Connection(
      isTracked: { ObservedProperties.shared.recordRead(of: $0) },
      didChange: { ObservedProperties.shared.recordChange(of: $0) },
      track: { apply, onChange in withObservationTracking(apply, onChange: onChange) }))
}

/// All properties of states and shared values, as properties of one observable object.
final class ObservedProperties: Observable, Sendable {
  static let shared = ObservedProperties()

  private let registrar = ObservationRegistrar()

  private subscript(property: ObservedProperty) -> Void { () }

  /// Records a read of a property.
  ///
  /// - Returns: Whether Observation tracks it on this thread.
  func recordRead(of key: ObservationKey) -> Bool {
    // Observation doesn't report whether it tracks a property, but it puts tracked ones into a set, which hashes them.
    let probe = ObservedProperty.Probe()
    registrar.access(self, keyPath: \.[ObservedProperty(key: key, probe: probe)])
    return probe.wasHashed
  }

  func recordChange(of key: ObservationKey) {
    registrar.withMutation(of: self, keyPath: \.[ObservedProperty(key: key, probe: nil)]) {}
  }
}

/// A property as an argument of a key path.
private struct ObservedProperty: Hashable, Sendable {
  /// A record of whether the property was put into a set.
  final class Probe: Sendable {
    private let flag = Atomic<Bool>(false)

    var wasHashed: Bool { flag.load(ordering: .relaxed) }

    func markHashed() { flag.store(true, ordering: .relaxed) }
  }

  var key: ObservationKey
  var probe: Probe?

  static func == (lhs: Self, rhs: Self) -> Bool { lhs.key == rhs.key }

  func hash(into hasher: inout Hasher) {
    probe?.markHashed()
    hasher.combine(key)
  }
}

/// Runs `apply`, and calls `onChange` at the first change of a property that `apply` read. `withObservationTracking`
/// has this name in its backports.
///
/// - Parameters:
///   - apply: Reads properties of stores, states, shared values and observable objects.
///   - onChange: Called once. For a change by a store it is called after the action, and otherwise immediately.
/// - Returns: The result of `apply`.
public func withPerceptionTracking<Result>(
  _ apply: () -> Result, onChange: @autoclosure () -> @Sendable () -> Void
) -> Result {
  withObservationTracking(apply, onChange: onChange())
}
