import Models
import Resources

/// A built-in demonstration.
public struct Demo: Sendable {
  public let name: String
  public let summary: String
  private let file: @Sendable () -> ladder_resource

  /// All demos, the default one first.
  public static let all: [Demo] = [
    Demo(
      name: "tour", summary: "a set, a race and the leaderboard in 20 seconds",
      file: { ladder_demo_tour() }),
    Demo(name: "screens", summary: "every screen of Ladder once", file: { ladder_demo_screens() }),
    Demo(
      name: "workout", summary: "one workout, from the catalogue to the leaderboard",
      file: { ladder_demo_workout() }),
    Demo(name: "ghost", summary: "a race against your own best", file: { ladder_demo_ghost() }),
    Demo(
      name: "race", summary: "three people race live, rep by rep", file: { ladder_demo_race() }),
    Demo(
      name: "leaderboard", summary: "a gym's ranks, and a replay of a workout",
      file: { ladder_demo_leaderboard() }),
    Demo(
      name: "small-terminal", summary: "a workout in the smallest terminal",
      file: { ladder_demo_small_terminal() }),
  ]

  /// The script's name, for error messages.
  public var fileName: String { "\(name).ladder" }

  public func script() throws(ScriptError) -> Script {
    try Script(parsing: file().text, file: fileName) { path, _ throws(ScriptFileError) in
      // A demo may include another one.
      guard let demo = Self.all.first(where: { $0.fileName == path }) else {
        throw ScriptFileError(path: path, reason: "there is no demo with this name")
      }
      return demo.file().text
    }
  }
}
