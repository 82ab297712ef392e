import Foundation
import ReducerRuntime

/// Something to do.
struct Todo: Codable, Equatable, Identifiable, Sendable {
  let id: UUID
  var title: String
  var note = ""
  var isDone = false
}

extension SharedKey where Self == FileStorageKey<IdentifiedArrayOf<Todo>>.Default {
  /// The list, which is saved after each change. Tests keep it in memory.
  static var todos: Self { Self[.fileStorage(.todos), default: []] }
}

extension URL {
  /// The file of the list, in the folder for a user's data.
  static var todos: URL { todos(in: ProcessInfo.processInfo.environment) }

  /// Returns the file in `$XDG_DATA_HOME`, by default in `~/.local/share`. Relative paths are ignored, as the XDG
  /// specification requires.
  static func todos(in environment: [String: String]) -> URL {
    func folder(_ variable: String) -> URL? {
      environment[variable].flatMap { $0.hasPrefix("/") ? URL(filePath: $0) : nil }
    }
    let home = folder("HOME") ?? .homeDirectory
    return (folder("XDG_DATA_HOME") ?? home.appending(path: ".local/share"))
      .appending(path: "ladder-examples/todos.json")
  }
}
