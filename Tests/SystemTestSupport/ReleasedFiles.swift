import Foundation
import Testing

/// The files that a released version wrote, in `Tests/Compatibility`. Every later version reads them.
///
/// With the number of a new version in the environment variable `LADDER_RELEASE`, as in `scripts/release.sh`, tests write
/// its files, and don't read any.
package struct ReleasedFiles: Sendable, CustomTestStringConvertible {
  package let version: String

  private static let folder = Document.root + "Tests/Compatibility"

  /// The version whose files this run writes.
  package static let new = ProcessInfo.processInfo.environment["LADDER_RELEASE"]
    .map { ReleasedFiles(version: $0) }

  /// The files of all versions, to be read.
  package static let all =
    new == nil ? folderContents(folder).map { ReleasedFiles(version: $0) } : []

  package var testDescription: String { version }

  package func path(of name: String) -> String { "\(Self.folder)/\(version)/\(name)" }

  /// Returns the contents of a file, or an empty array if the version has none.
  package func bytes(of name: String) -> [UInt8] { readBytes(path(of: name)) ?? [] }

  /// Returns the contents of a file as text.
  package func text(of name: String) -> String { String(decoding: bytes(of: name), as: UTF8.self) }

  /// Writes a file, and creates the folder of the version.
  package func write(_ bytes: [UInt8], to name: String) {
    makeFolders("\(Self.folder)/\(version)")
    writeFile(bytes, to: path(of: name))
  }

  package func write(_ text: String, to name: String) { write(Array(text.utf8), to: name) }
}

extension Trait where Self == ConditionTrait {
  /// Runs a test only to write the files of a new version.
  package static var writesRelease: Self {
    .enabled(if: ReleasedFiles.new != nil, "LADDER_RELEASE is not set")
  }
}
