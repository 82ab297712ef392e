import Glibc
import Models
import Scripting
import TerminalUI

/// A folder of pictures that scripts make, or that what they make is compared with.
@MainActor
final class ShotFolder {
  private let path: String
  private let isComparing: Bool
  /// For the pictures that are compared.
  private var budget: ScriptBudget
  /// The pictures that are not as they were.
  private(set) var mismatches: [String] = []

  /// - Throws: ``FileError`` when there is no such folder, and none can be made.
  init(path: String, isComparing: Bool, _ budget: ScriptBudget) throws {
    self.path = path
    self.budget = budget
    self.isComparing = isComparing
    guard !isComparing, mkdir(path, 0o777) != 0, errno != EEXIST else { return }
    throw FileError(path: path)
  }

  /// Writes a picture, or compares it. A pipe or a device in its place is refused, and a link is replaced.
  ///
  /// - Throws: ``FileError``, and `ScriptFileError` when more is compared than a script may.
  func saveOrCompare(_ shot: Shot, _ frame: Buffer) throws {
    let file = "\(path)/\(shot.fileName)"
    let contents = shot.contents(of: frame)
    if isComparing {
      // One with more bytes is another picture, and need not be read.
      let size = contents.utf8.count
      try budget.spend(bytes: size, on: file)
      if (try? ScriptFile.text(of: file, atMost: size)) != contents {
        mismatches.append(shot.fileName)
      }
      return
    }
    var status = stat()
    if lstat(file, &status) == 0, ![S_IFREG, S_IFLNK].contains(status.st_mode & S_IFMT) {
      throw FileError(path: file, reason: "it is not a file")
    }
    try replaceTextFile(contents, at: file)
  }
}
