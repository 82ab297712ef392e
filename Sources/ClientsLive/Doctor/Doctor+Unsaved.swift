import Clients
import Models

extension Doctor {
  private var rescue: RescueFolder? { RescueFolder(besides: settingsFile, of: folder) }

  /// Returns the workouts beside the settings that the database did not take.
  func unsaved() -> [Finding] {
    guard let rescue else { return [] }
    return rescue.files.compactMap { file in
      let path = file.visibleText
      return switch rescue.look(at: file) {
      case .inUse: nil
      case .workout(let rescued):
        Finding("\(path): \(rescued.text) could not be saved", mending: .bringIn(rescued))
      case .elsewhere(let rescued):
        Finding(
          "\(path): \(rescued.text) could not be saved in another data folder",
          "run \"ladder doctor --repair --data \(rescued.dataFolder.visibleText)\"")
      case .foreign(let reason):
        Finding("\(path): no workout can be read from it (\(reason))", "look at it, or remove it")
      }
    }
  }

  /// Brings the workouts among what is to be mended into the database.
  ///
  /// - Throws: `DatabaseError` and `UnknownChallenge`; the files of what is not in it stay.
  func bringIn(_ mendings: Set<Finding.Mending>) throws {
    let rescued = mendings.compactMap {
      if case .bringIn(let rescued) = $0 { rescued } else { nil }
    }
    guard let rescue, !rescued.isEmpty else { return }
    let stores = try Stores.open(in: folder)
    defer { stores.close() }
    // One that cannot be brought in keeps no other one out.
    let results = rescued.map { workout in
      Result { try rescue.bringIn(workout, to: stores, catalogue) }
    }
    for result in results { try result.get() }
  }
}

extension RescuedWorkout {
  /// Describes it in a few words.
  fileprivate var text: String {
    "a workout of \(person.text) (\(draft.challenge.rawValue.visibleText(atMost: 60)), "
      + "\(draft.log.count.repsText) in \(draft.duration.clockText))"
  }
}
