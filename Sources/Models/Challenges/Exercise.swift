import Resources

/// What is done over and over in a challenge, as a little film of characters.
public struct Exercise: Hashable, Sendable {
  /// What it is called, as challenges' names have it: `push-up`, `pushup`.
  public let names: [String]

  /// Pictures to be shown one after another, round and round: rows of ASCII, as many in each.
  public let frames: [[String]]

  /// Columns of the widest frame.
  public let width: Int
  /// Rows of every frame.
  public let height: Int

  init(names: [String], frames: [[String]]) {
    self.names = names
    self.frames = frames
    width = frames.joined().map(\.utf8.count).max() ?? 0
    height = frames.first?.count ?? 0
  }

  /// Whether this is what a challenge of that name is about.
  ///
  /// ```swift
  /// pushUp.isNamed(in: "100 push-ups for time")  // true
  /// dip.isNamed(in: "Learn to serendip")         // false: no word begins so
  /// ```
  func isNamed(in name: String) -> Bool {
    let name = " " + Self.plain(name)
    return names.contains { name.contains(" " + Self.plain($0)) }
  }

  /// Small letters, and spaces for hyphens.
  private static func plain(_ name: String) -> String {
    name.lowercased().replacing("-", with: " ")
  }
}

extension Exercise {
  /// The exercises that come with the program, read once, when first asked for.
  public static let standard: [Exercise] = {
    do {
      return try Exercise.exercises(in: ladder_exercises().text)
    } catch {
      // The file is part of the program, and a test reads it.
      fatalError("Resources/exercises.txt: \(error)")
    }
  }()
}

extension Challenge {
  /// What is done in it, if it is one of the exercises that come with the program.
  public var exercise: Exercise? { Exercise.standard.first { $0.isNamed(in: name) } }
}
