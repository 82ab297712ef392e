import Clients
import Models

extension Doctor {
  private var rescue: RescueFolder? { RescueFolder(nextTo: settingsFile, for: folder) }

  /// Returns a finding for each file in the rescue folder, except those of running processes.
  func unsavedWorkouts() -> [Finding] {
    guard let rescue else { return [] }
    return rescue.files.compactMap { file in
      let path = file.escapedText
      return switch rescue.state(of: file) {
      case .inUse: nil
      case .workout(let rescued):
        Finding("\(path): \(rescued.text) could not be saved", repair: .importWorkout(rescued))
      case .otherDataFolder(let rescued):
        Finding(
          "\(path): \(rescued.text) could not be saved in another data folder",
          "run \"ladder doctor --repair --data \(rescued.dataFolder.escapedText)\"")
      case .unreadable(let reason):
        Finding("\(path): no workout can be read from it (\(reason))", "check it, or remove it")
      }
    }
  }

  /// Imports the workouts among the repairs into the database.
  ///
  /// - Throws: The first `DatabaseError` or `UnknownChallenge`; the files of workouts that were not imported remain.
  func importWorkouts(_ repairs: Set<Finding.Repair>) throws {
    let rescued = repairs.compactMap {
      if case .importWorkout(let rescued) = $0 { rescued } else { nil }
    }
    guard let rescue, !rescued.isEmpty else { return }
    let stores = try Stores.open(in: folder)
    defer { stores.close() }
    // A workout that cannot be imported does not prevent the import of others.
    let results = rescued.map { workout in
      Result { try rescue.importWorkout(workout, into: stores) }
    }
    for result in results { try result.get() }
  }
}

extension RescuedWorkout {
  /// A short description of the workout.
  fileprivate var text: String {
    "a workout of \(person.text) (\(draft.challenge.rawValue.escapedText(maxLength: 60)), "
      + "\(draft.log.count.repsText) in \(draft.duration.clockText))"
  }
}
