import Resources

/// An exercise with an animation made of ASCII characters.
public struct Exercise: Hashable, Sendable {
  /// The names to look for in challenge names: `push-up`, `pushup`.
  public let names: [String]

  /// The frames of the animation, which repeats: rows of ASCII characters, with equal heights.
  public let frames: [[String]]

  /// The number of columns of the widest frame.
  public let width: Int
  /// The number of rows of every frame.
  public let height: Int

  init(names: [String], frames: [[String]]) {
    self.names = names
    self.frames = frames
    width = frames.joined().map(\.utf8.count).max() ?? 0
    height = frames.first?.count ?? 0
  }

  /// Returns whether a challenge's name refers to this exercise.
  ///
  /// ```swift
  /// pushUp.isNamed(in: "100 push-ups for time")  // true
  /// dip.isNamed(in: "Learn to serendip")         // false: no word begins so
  /// ```
  func isNamed(in name: String) -> Bool {
    let name = " " + Self.plain(name)
    return names.contains { name.contains(" " + Self.plain($0)) }
  }

  /// Returns a name in lower case, without accents, and with spaces instead of hyphens.
  private static func plain(_ name: String) -> String { name.folded.replacing("-", with: " ") }
}

extension Exercise {
  /// The built-in exercises, parsed on first use.
  public static let standard: [Exercise] = {
    do {
      return try Exercise.exercises(in: ladder_exercises().text)
    } catch {
      // The file is built in, and a test parses it.
      fatalError("Resources/exercises.txt: \(error)")
    }
  }()
}

extension Challenge {
  /// The exercise in the challenge's name, or else the first of its routine, if it is a built-in one.
  public var exercise: Exercise? {
    Self.exercise(namedIn: name)
      ?? routine.firstExercise.flatMap { Self.exercise(namedIn: $0) }
  }

  private static func exercise(namedIn name: String) -> Exercise? {
    Exercise.standard.first { $0.isNamed(in: name) }
  }
}

extension Routine {
  /// The exercise that a workout begins with.
  fileprivate var firstExercise: String? { Self.firstExercise(of: blocks) }

  private static func firstExercise(of blocks: [Block]) -> String? {
    blocks.lazy.compactMap { block in
      switch block {
      case .rest: nil
      case .step(let step): step.exercise
      case .group(let group): firstExercise(of: group.blocks)
      }
    }.first
  }
}
