import ClientsLive
import ReducerRuntime
import TerminalUI

/// A script's world and its screen in virtual time: it plays as fast as it can, and always the same way.
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

  /// - Throws: As ``ScriptWorld``.
  public init(_ script: Script) throws {
    self.script = script
    world = try ScriptWorld(script.setup, on: time.clock, effects: time.effects)
    stage = Stage(world.program, size: script.setup.size ?? Size(80, 24))
  }

  /// Plays the script to its end.
  ///
  /// - Parameter keep: What becomes of pictures.
  /// - Throws: ``ScriptError``.
  public func play(keep: @escaping (Shot, Buffer) throws -> Void = { _, _ in }) async throws {
    let player = ScriptPlayer(script, on: stage, in: time, repKey: world.repKey, keep: keep)
    self.player = player
    try await player.play()
    stage.look()
  }
}
