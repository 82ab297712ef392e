import Clients
import ReducerRuntime
import TerminalUI

/// A script played at a person's pace on whatever shows programs: the app above, what is going on in the last line.
///
/// Any key stops the play or lets it go on; `q`, Esc and Ctrl-C leave.
@MainActor
public final class LivePlayback: Program {
  private let script: Script
  private let world: ScriptWorld
  private let stage: Stage
  private let time: LiveTime
  private let player: ScriptPlayer
  private let environment: Environment
  /// Called with each frame that is shown, and the script's time at which it is.
  private let watch: (Buffer, Duration) -> Void

  private var playing: Task<Void, Never>?
  /// Why the script ended early, if it did.
  public private(set) var failure: ScriptError?
  private var isDone = false
  private var shownCaption = ""
  private var mustRender = true

  /// - Parameters:
  ///   - clock: The time that passes between two keys, as fast as it is to be played.
  ///   - environment: The colours of the line below the app.
  ///   - keep: What becomes of pictures.
  ///   - watch: Called with each frame that is shown, and the script's time at which it is.
  /// - Throws: As ``ScriptWorld``.
  public init(
    _ script: Script, clock: PlaybackClock, environment: Environment = Environment(),
    beeps: BeepClient = BeepClient { _ in },
    keep: @escaping (Shot, Buffer) throws -> Void = { _, _ in },
    watch: @escaping (Buffer, Duration) -> Void = { _, _ in }
  ) throws {
    self.script = script
    self.environment = environment
    self.watch = watch
    world = try ScriptWorld(script.setup, on: clock, beeps: beeps)
    time = LiveTime(clock)
    stage = Stage(world.program, size: script.setup.size ?? Size(80, 24))
    player = ScriptPlayer(script, on: stage, in: time, repKey: world.repKey, keep: keep)
  }

  /// Begins to play. To be called once the screen is there.
  public func start() {
    playing = Task {
      do {
        try await player.play()
      } catch let error as ScriptError {
        failure = error
      } catch {
        // Cancelled: whoever watches has seen enough.
      }
      isDone = true
    }
  }

  /// Returns when the script has been played.
  public func finish() async { await playing?.value }

  public func handle(_ event: InputEvent) {
    switch event {
    case .key("q"), .key(.escape), .key(.control("c")):
      playing?.cancel()
      time.clock.pause(false)
      isDone = true
    case .key:
      time.clock.pause(!time.clock.isPaused)
      mustRender = true
    case .resize:
      mustRender = true
    case .suspended:
      time.clock.pause(true)
    case .resumed:
      time.clock.pause(false)
      mustRender = true
    case .mouse, .paste, .focus:
      // The script's fingers are on the keys.
      break
    }
  }

  public var needsRender: Bool {
    mustRender || player.caption != shownCaption || stage.isChanged
  }

  public func render(into buffer: inout Buffer) {
    // A script that asks for no size of its own has what is left above the last line.
    let room = Size(buffer.size.width, max(1, buffer.size.height - 1))
    if script.setup.size == nil { stage.resize(to: room) }
    stage.look()
    mustRender = false
    shownCaption = player.caption
    buffer.draw(
      CaptionView(caption: shownCaption, isPaused: time.clock.isPaused), environment)
    buffer.copy(stage.frame, rows: buffer.size.height - 1)
    watch(buffer, time.elapsed)
  }

  public var exit: Exit? {
    isDone || world.program.exit != nil ? Exit(status: failure == nil ? 0 : 1) : nil
  }

  public func terminate(_ reason: TerminationReason) async {
    playing?.cancel()
    time.clock.pause(false)
    await world.program.terminate(reason)
    await world.database.close()
  }
}

/// What is going on, in the screen's last line.
struct CaptionView: View {
  let caption: String
  var isPaused = false

  var body: some View {
    VStack {
      Spacer()
      HStack {
        Text(" \(caption)")
        Spacer(minLength: 1)
        Text(isPaused ? "paused; any key goes on " : "any key pauses, q leaves ")
      }
      .background(.selection)
    }
  }
}
