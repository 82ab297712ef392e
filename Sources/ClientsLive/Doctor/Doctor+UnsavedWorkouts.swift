import Clients
import Models

extension Doctor {
  private var rescue: RescueFolder? { RescueFolder(nextTo: settingsFile, for: folder) }

  /// Finds the files in the rescue folder, except those of running processes.
  func forEachUnsavedWorkout(_ body: (Finding) -> Void) {
    guard let rescue else { return }
    for file in rescue.files {
      let path = file.escapedText
      switch rescue.state(of: file) {
      case .inUse: break
      case .workout(let rescued):
        body(
          Finding("\(path): \(rescued.text) could not be saved", repair: .importWorkout(rescued)))
      case .otherDataFolder(let rescued):
        body(
          Finding(
            "\(path): \(rescued.text) could not be saved in another data folder",
            "run \"ladder doctor --repair --data \(rescued.dataFolder.escapedText)\""))
      case .unreadable(let reason):
        body(
          Finding("\(path): no workout can be read from it (\(reason))", "check it, or remove it"))
      }
    }
  }

  /// Imports the workouts in the rescue folder into the database.
  ///
  /// - Throws: The first `DatabaseError` or `UnknownChallenge`; the files of workouts that were not imported remain.
  func importWorkouts() throws {
    guard let rescue else { return }
    var stores: Stores?
    defer { stores?.close() }
    var firstError: (any Error)?
    for file in rescue.files {
      guard case .workout(let rescued) = rescue.state(of: file) else { continue }
      let open = try stores ?? Stores.open(in: folder)
      stores = open
      // A workout that cannot be imported does not prevent the import of others.
      do {
        try rescue.importWorkout(rescued, into: open)
      } catch {
        firstError = firstError ?? error
      }
    }
    if let firstError { throw firstError }
  }
}

extension RescuedWorkout {
  /// A short description of the workout.
  fileprivate var text: String {
    "a workout of \(person.text) (\(draft.challenge.rawValue.escapedText(maxLength: 60)), "
      + "\(draft.log.count.repsText) in \(draft.duration.clockText))"
  }
}
