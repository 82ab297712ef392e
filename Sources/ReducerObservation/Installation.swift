@_exported import Observation
import ReducerRuntime

/// Connects the runtime with Observation. The dynamic linker calls it when it loads a program or a test bundle with this
/// module, so nothing has to be set up.
@section(".init_array")
@used
private let connect: @convention(c) () -> Void = {
  ForeignObservation.install(
    ForeignObservation.Connection(
      isTracked: { ObservedProperties.shared.recordRead(of: $0) },
      didChange: { ObservedProperties.shared.recordChange(of: $0) }))
}
