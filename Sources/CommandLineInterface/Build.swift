import CBuild
import Models

/// The build of a program, which `--version` prints.
public struct Build: Sendable {
  /// The version of Ladder's programs, by semantic versioning.
  public let version: String

  /// The first 12 digits of the commit, followed by `-dirty` if files had changed since; `nil` for builds without
  /// `make`.
  public let commit: String?

  /// The build of this process.
  public static let current = Build(
    version: "0.1.0", commit: cbuild_commit().map { String(cString: $0) })

  /// The version, and the commit in parentheses: `1.0.0 (3f2a9c1d0b7e)`.
  public var text: String { version + (commit.map { " (\($0))" } ?? "") }

  /// Returns the build as JSON.
  ///
  /// - Parameter program: The name of the program.
  func json(of program: String) -> JSONText {
    [
      "program": .string(program), "version": .string(version),
      "commit": commit.map { .string($0) } ?? .null,
      "configuration": .string(Self.configuration), "architecture": .string(Self.architecture),
    ]
  }

  private static var configuration: String {
    #if DEBUG
    "debug"
    #else
    "release"
    #endif
  }

  private static var architecture: String {
    #if arch(x86_64)
    "x86_64"
    #elseif arch(arm64)
    "aarch64"
    #else
    "other"
    #endif
  }
}
