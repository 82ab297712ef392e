import FoundationEssentials
import Models
import TerminalUI

/// A workout's page beside a list of workouts.
struct WorkoutCard: View {
  let workout: Workout
  /// The workout's challenge, if it is known.
  let challenge: Challenge?
  /// The name of the person who did it, or `nil` if the surrounding screen shows it.
  var name: String?
  var isYours = true
  var place: WorkoutPlace?
  let size: Size

  var body: some View {
    let contentSize = Size(size.width, max(0, size.height - 2))
    VStack {
      WorkoutTitle(
        name: workout.title(of: challenge), start: workout.localStart)
      Divider()
      WorkoutContent(
        workout: workout, challenge: challenge, name: name, isYours: isYours, place: place,
        size: contentSize
      )
      .frame(width: contentSize.width, height: contentSize.height)
    }
  }
}

/// The first line of a workout's page: its challenge and its start at its place.
struct WorkoutTitle: View {
  let name: String
  /// `nil` until the workout is loaded.
  let start: LocalTime?

  var body: some View {
    TitleLine(startText, style: .dim, shouldTruncateTitle: true) { Text(name).style(.title) }
  }

  private var startText: String {
    start.map { "\($0.date.weekdayName) \($0.text)" } ?? ""
  }
}
