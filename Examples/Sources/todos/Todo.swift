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
  static var todos: URL {
    let folder = ProcessInfo.processInfo.environment["XDG_DATA_HOME"].map { URL(filePath: $0) }
    return (folder ?? .homeDirectory.appending(path: ".local/share"))
      .appending(path: "ladder-examples/todos.json")
  }
}
