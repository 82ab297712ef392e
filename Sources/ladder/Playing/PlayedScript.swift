import Glibc
import Scripting

/// Which script is to be played, and how.
struct PlayedScript: Hashable {
  enum Source: Hashable {
    case demo(String)
    case file(String)
  }

  enum Speed: Hashable {
    /// In virtual time, shown to nobody.
    case max
    /// So many times a person's.
    case times(Double)

    /// What there is to choose from.
    static let range = 0.25...100
  }

  var source: Source
  /// `nil` leaves it to whether there is a terminal.
  var speed: Speed?
  /// Where a recording goes.
  var cast: String?
  /// Where pictures go, or are.
  var shots: String?
  /// Whether pictures are compared with those that are there instead of written.
  var checks = false

  /// Where it writes: folders, and files that are there already.
  var outputs: [String] {
    [cast, shots].compactMap(\.self).flatMap { path in
      [path, path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."]
    }
  }

  /// - Parameter budget: What is left of it for pictures.
  /// - Throws: `ScriptError`, `ScriptFileError`.
  func script(within budget: inout ScriptBudget) throws -> Script {
    switch source {
    case .demo(let name):
      guard let demo = Demo.all.first(where: { $0.name == name }) else {
        throw ScriptFileError(path: name, reason: "no demo of that name")
      }
      return try demo.script()
    case .file(let path):
      return try Script(contentsOf: path, within: &budget)
    }
  }

  var title: String {
    switch source {
    case .demo(let name): "Ladder: \(name)"
    case .file(let path): "Ladder: \(path)"
    }
  }
}

extension Script.Setup {
  /// Makes the process live in the script's time zone. To be called before anything asks for the local time.
  func enterZone() {
    setenv("TZ", zone, 1)
    tzset()
  }
}
