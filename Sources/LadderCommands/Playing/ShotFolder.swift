import Files
import Glibc
import Models
import Scripting
import TerminalUI

/// A folder to which the screenshots of a script are written, or with which they are compared.
@MainActor
final class ShotFolder {
  private let path: String
  private let isComparing: Bool
  /// The remaining limits for files to compare.
  private var budget: ScriptBudget
  /// The file names of the screenshots that differ.
  private(set) var mismatches = ProblemList<String>()

  /// Creates the folder if it doesn't exist.
  ///
  /// - Throws: ``FileError`` if the folder can't be created.
  init(path: String, isComparing: Bool, _ budget: ScriptBudget) throws {
    self.path = path
    self.budget = budget
    self.isComparing = isComparing
    guard !isComparing, mkdir(path, 0o777) != 0, errno != EEXIST else { return }
    throw FileError(path: path)
  }

  /// Writes a screenshot or compares it. A link at its path is replaced.
  ///
  /// - Throws: ``FileError``, also for a pipe or a device at its path; `ScriptFileError` if the files to compare exceed
  ///   the limits of a script.
  func saveOrCompare(_ shot: Shot, _ frame: Buffer) throws {
    let file = "\(path)/\(shot.fileName)"
    let contents = shot.contents(of: frame)
    if isComparing {
      // A larger file differs, so it isn't read completely.
      let size = contents.utf8.count
      try budget.spend(bytes: size, on: file)
      if (try? ScriptFile.text(of: file, atMost: size)) != contents {
        mismatches.append(shot.fileName)
      }
      return
    }
    var status = stat()
    if lstat(file, &status) == 0, ![S_IFREG, S_IFLNK].contains(status.st_mode & S_IFMT) {
      throw FileError(path: file, reason: fileTypeMismatch(status.st_mode))
    }
    try replaceTextFile(contents, at: file)
  }
}
