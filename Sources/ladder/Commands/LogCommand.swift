import ClientsLive
import FoundationEssentials
import Models

/// `ladder log CHALLENGE --reps N --time mm:ss`: saves a workout that was done away from the screen.
struct LogCommand {
  let stores: Stores
  let person: PersonName
  let entry: LoggedWorkout

  func run(_ output: Output) throws {
    let challenge = entry.challenge
    let saved = try stores.workouts.finish(entry.draft(), by: person, scoring: challenge.scoring)
    let result =
      saved.score.map(challenge.scoring.text)
      ?? saved.refusal.map { "not ranked (\($0.sentence))" } ?? "nothing to score"
    let record = saved.isRecord ? ", a new best" : ""
    do {
      try output.line(
        "Saved: \(challenge.name), \(result)\(record), "
          + "\(LocalTime(saved.workout.startedAt).text)")
      try output.flush()
    } catch OutputError.failed(let reason) {
      // Whoever only heard that it failed would log it again.
      throw OutputError.failed("\(reason); the workout is saved")
    }
  }
}
