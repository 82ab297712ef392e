import Resources

/// An exercise with an animation made of ASCII characters.
public struct Exercise: Hashable, Sendable {
  /// The names to look for in challenge names: `push-up`, `pushup`.
  public let names: [String]

  /// The frames of the repeating animation: rows of ASCII characters. All frames have the same height.
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
  /// dip.isNamed(in: "Learn to serendip")         // false: no word begins with "dip"
  /// ```
  func isNamed(in name: String) -> Bool {
    let names = names.map(Self.plain)
    var rest = Self.plain(name)[...]
    while !names.contains(where: rest.hasPrefix) {
      guard let space = rest.firstIndex(of: " ") else { return false }
      rest = rest[space...].dropFirst()
    }
    return true
  }

  /// Returns a name in lower case, without accents, and with spaces instead of hyphens.
  private static func plain(_ name: String) -> String {
    String(name.folded.map { $0 == "-" ? " " : $0 })
  }

  /// The maximum number of rows of a frame, so that the smallest screen can show it.
  public static let maxRows = 7
  /// The maximum number of columns of a frame.
  public static let maxColumns = 24

  /// The built-in exercises, parsed on first use. A test checks their limits.
  public static let standard = exercises(in: ladder_exercises().text)

  /// Parses exercises. `Resources/exercises.txt` describes the format.
  static func exercises(in text: String) -> [Exercise] {
    var exercises: [(names: [String], frames: [[String]])] = []
    for line in text.split(separator: "\n") where line.first != "#" {
      let keyword = "exercise "
      if line.hasPrefix(keyword) {
        let names = line.dropFirst(keyword.count).split(separator: ",")
        exercises.append((names.map { String($0.drop { $0 == " " }) }, [[]]))
        continue
      }
      let current = exercises.count - 1
      if line == "-" {
        exercises[current].frames.append([])
      } else {
        let frame = exercises[current].frames.count - 1
        exercises[current].frames[frame].append(String(line.dropFirst()))
      }
    }
    return exercises.map { Exercise(names: $0.names, frames: $0.frames) }
  }
}

extension Challenge {
  /// The exercise in the challenge's name, or else the first one of its routine; `nil` if it isn't built in.
  public var exercise: Exercise? {
    Self.exercise(namedIn: name)
      ?? routine.steps.first.flatMap { Self.exercise(namedIn: $0.exercise) }
  }

  private static func exercise(namedIn name: String) -> Exercise? {
    Exercise.standard.first { $0.isNamed(in: name) }
  }
}
