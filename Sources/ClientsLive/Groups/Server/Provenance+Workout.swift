import Models
import ServerAPI

extension ServerAPI.Provenance {
  /// Creates the value to publish. Servers know no others, so an edited or paused workout counts as before: by whether its
  /// result was counted or typed.
  init(_ provenance: Workout.Provenance) {
    self =
      if provenance.contains(.imported) {
        .imported
      } else {
        provenance.contains(.typed) ? .manual : .live
      }
  }
}

extension Workout.Provenance {
  /// Creates the value of a workout from a server.
  init(_ provenance: ServerAPI.Provenance) {
    self =
      switch provenance {
      case .live: []
      case .manual: .typed
      case .imported: .imported
      }
  }
}
