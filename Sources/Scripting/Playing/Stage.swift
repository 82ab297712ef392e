import Clients
import ReducerRuntime
import TerminalUI

/// A virtual terminal with a program, which handles events and draws frames.
@MainActor
public final class Stage {
  public private(set) var app: any Program
  /// The size of the terminal.
  public private(set) var size: Size
  /// The current content of the terminal.
  public var frame: Buffer { currentFrame.buffer }
  private var currentFrame: Frame
  /// The number of drawn frames. Viewers compare it with the number of the last frame they have shown.
  public private(set) var frameNumber = 0
  private var isStale = true
  /// Called with each drawn frame.
  package var watch: ((Buffer) -> Void)?
  private let makeProgram: (() -> any Program)?

  /// Creates a stage.
  ///
  /// - Parameter makeProgram: Creates the program that replaces the current one in ``restart()``.
  public init(
    _ app: some Program, size: Size, makeProgram: (() -> any Program)? = nil
  ) {
    self.app = app
    self.size = size
    self.makeProgram = makeProgram
    currentFrame = Frame(size)
    app.begin(in: size)
  }

  /// Replaces the program with a new one, if the stage can create programs.
  public func restart() {
    guard let makeProgram else { return }
    app = makeProgram()
    app.begin(in: size)
    currentFrame.invalidate()
    isStale = true
  }

  public func handle(_ event: InputEvent) { app.handle(event) }

  public func resize(to newSize: Size) {
    guard newSize != size else { return }
    size = newSize
    currentFrame.resize(to: newSize)
    isStale = true
    app.handle(.resize(newSize))
  }

  /// Whether ``drawIfNeeded()`` would draw a new frame.
  public var isChanged: Bool { isStale || app.needsRender }

  /// Draws a frame if something has changed.
  public func drawIfNeeded() {
    guard isChanged else { return }
    isStale = false
    frameNumber += 1
    app.render(into: &currentFrame)
    watch?(frame)
  }
}

// MARK: - Virtual stage

/// A script's world and its screen in virtual time, where playback is the same on every machine.
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
  /// - Throws: The errors of ``ScriptWorld``.
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
  ///   - pace: The virtual time with waits that set the pace; `nil` for virtual time without waiting.
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
