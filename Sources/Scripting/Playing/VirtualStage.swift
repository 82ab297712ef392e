import Clients
import ReducerRuntime
import TerminalUI

/// A script's world and its screen in virtual time, where playback is the same every time and everywhere.
///
/// ```swift
/// let played = try VirtualStage(script)
/// try await played.play { shot, frame in print(frame.lines) }
/// ```
@MainActor
public final class VirtualStage {
  public let script: Script
  public let world: ScriptWorld
  public let stage: Stage
  public let time = VirtualTime()
  public private(set) var player: ScriptPlayer?

  /// Creates the world of a script.
  ///
  /// - Parameters:
  ///   - theme: The theme that was requested, if any.
  ///   - cues: Makes cues audible.
  /// - Throws: Same as ``ScriptWorld``.
  public init(
    _ script: Script, theme: Theme? = nil, cues: CueClient = .silent
  ) throws {
    self.script = script
    let world = try ScriptWorld(script.setup, in: time, theme: theme, cues: cues)
    self.world = world
    stage = Stage(world.program, size: script.setup.size ?? Size(80, 24)) { world.restart() }
  }

  /// Plays the script to its end.
  ///
  /// - Parameters:
  ///   - pace: The time in which it is played; `nil` for virtual time without waiting.
  ///   - saveShot: Saves a picture.
  /// - Throws: ``ScriptError``.
  public func play(
    pacedBy pace: PacedTime? = nil,
    saveShot: @escaping (Shot, Buffer) throws -> Void = { _, _ in }
  ) async throws {
    let pace: any ScriptTime = pace ?? time
    let player = ScriptPlayer(
      script, on: stage, in: pace, repKey: world.repKey,
      setWritable: { [world] in try await world.database.setWritable($0) },
      setOnline: { [world] in world.groups?.setOnline($0) }, saveShot: saveShot)
    self.player = player
    try await player.play()
    stage.drawIfNeeded()
  }
}
