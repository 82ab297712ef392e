import Models
import ReducerRuntime

/// A client that makes the cues of a workout audible.
///
/// ```swift
/// return .run { _ in await cues.ring(.countdown) }
/// ```
@DependencyClient
public struct CueClient: Sendable {
  /// Rings the terminal's bell, as often as the cue says. Returns when it has rung.
  public var ring: @Sendable (_ cue: Cue) async -> Void

  /// Runs a program and returns when it has ended. Only one program runs at a time, for at most two seconds. One more
  /// program waits for its end; a newer program replaces the waiting one.
  ///
  /// - Parameter arguments: The name or path of the program, and its arguments.
  /// - Throws: ``CueError`` if the program can't be started, fails, or takes too long.
  public var run: @Sendable (_ arguments: [String]) async throws -> Void

  /// Returns the programs that are installed, in the order of preference.
  public var programs: @Sendable () async -> [CueProgram] = { [] }

  /// Saves the sound of a cue at its `soundPath` in the data folder.
  ///
  /// - Returns: The full path of the file.
  /// - Throws: ``CueError`` if the file can't be written.
  public var saveSound: @Sendable (_ cue: Cue) async throws -> String
}

extension CueClient: TestDependencyKey {
  public static let testValue = CueClient()

  /// A client that makes no sound.
  public static let silent = CueClient(
    ring: { _ in }, run: { _ in }, programs: { [] }, saveSound: { $0.soundPath })
}

extension DependencyValues {
  /// The client that makes the cues of a workout audible.
  public var cues: CueClient {
    get { self[CueClient.self] }
    set { self[CueClient.self] = newValue }
  }
}

/// An error of the command that runs for a cue, or of its sound file.
public struct CueError: ExplainedError, Hashable, Sendable {
  /// A program as written in the settings, or the path of a sound file.
  public enum Source: Hashable, Sendable {
    case program(String)
    case file(String)
  }

  public var source: Source
  /// The reason: `No such file or directory`, `it ended with the code 1`.
  public var reason: String

  public init(_ source: Source, reason: String) {
    self.source = source
    self.reason = reason
  }

  public var summary: String {
    switch source {
    case .program(let name): "the cue \(name.quoted) failed (\(reason.escapedText))"
    case .file(let path): "the sound \(path.quoted) was not saved (\(reason.escapedText))"
    }
  }

  public var remedy: String { "choose another output under Cues in the settings" }

  /// The reason without the command, which is personal data.
  public var details: String { "cue: \(reason)" }
}
