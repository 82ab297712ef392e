import Clients
import CommandLineInterface
import Files
import Glibc
import Models
import SQLite
import TerminalHost

extension PicturesClient {
  /// Returns a client that saves pictures in `$XDG_PICTURES_DIR`, in `~/Pictures` if that folder exists, or else in the
  /// home folder.
  ///
  /// - Parameter database: Its thread writes the files.
  static func live(on database: Database) -> PicturesClient {
    PicturesClient { name, svg in
      let path = try folder() + "/" + name
      try await database.runWithoutConnection {
        do {
          try replaceTextFile(svg, at: "\(path).svg")
        } catch let error as FileError {
          throw PictureError(path: error.path, reason: error.reason)
        }
      }
      let hasPNG = await convert("\(path).svg", to: "\(path).png")
      return ["\(path).svg"] + (hasPNG ? ["\(path).png"] : [])
    }
  }

  private static func folder() throws(PictureError) -> String {
    if let folder = CommandLineTool.variable("XDG_PICTURES_DIR"), folder.hasPrefix("/") {
      return folder
    }
    guard let home = CommandLineTool.variable("HOME"), !home.isEmpty else {
      throw PictureError(path: "~/Pictures", reason: "HOME is not set")
    }
    let pictures = "\(home)/Pictures"
    return access(pictures, W_OK | X_OK) == 0 ? pictures : home
  }
}

/// Writes a PNG with twice the size of an SVG file.
///
/// - Returns: Whether `rsvg-convert` is installed and has written it. Otherwise, a file at `path` is unchanged.
@MainActor
func convert(_ svg: String, to path: String) async -> Bool {
  let temporaryPath = "\(path).\(getpid())~"
  let arguments = ["rsvg-convert", "--zoom=2", "--output=\(temporaryPath)", svg]
  guard await ProgramRunner.shared.run(arguments) == .exited(0), rename(temporaryPath, path) == 0
  else {
    unlink(temporaryPath)
    return false
  }
  return true
}
