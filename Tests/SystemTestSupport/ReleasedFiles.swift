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

/// A JSON document, for comparing documents of two versions.
package enum JSONDocument: Hashable, Decodable {
  case null
  case text(String)
  case bool(Bool)
  case number(Decimal)
  case array([JSONDocument])
  case object([String: JSONDocument])

  /// Parses a document.
  package init(parsing text: some StringProtocol) throws {
    self = try JSONDecoder().decode(Self.self, from: Data(text.utf8))
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    self =
      if container.decodeNil() {
        .null
      } else if let text = try? container.decode(String.self) {
        .text(text)
      } else if let isTrue = try? container.decode(Bool.self) {
        .bool(isTrue)
      } else if let number = try? container.decode(Decimal.self) {
        .number(number)
      } else if let elements = try? container.decode([JSONDocument].self) {
        .array(elements)
      } else {
        .object(try container.decode([String: JSONDocument].self))
      }
  }

  /// Whether each value in another document is also in this one. Objects may have more members.
  package func contains(_ other: JSONDocument) -> Bool {
    switch (self, other) {
    case (.object(let members), .object(let others)):
      others.allSatisfy { name, other in members[name]?.contains(other) == true }
    case (.array(let elements), .array(let others)):
      elements.count == others.count && zip(elements, others).allSatisfy { $0.contains($1) }
    default: self == other
    }
  }
}
