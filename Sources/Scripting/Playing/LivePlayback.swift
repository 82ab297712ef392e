import Clients
import ReducerRuntime
import TerminalUI

/// A script played at a person's pace on whatever shows programs: the app above, what is going on in the last line.
///
/// Any key stops the play or lets it go on; `q`, Esc and Ctrl-C leave.
@MainActor
public final class LivePlayback: Program {
  private let played: VirtualStage
  private let pace: PacedTime
  private let clock: any Clock<Duration>
  private let patience: Duration
  private let environment: Environment
  private let keep: (Shot, Buffer) throws -> Void
  /// Called with each frame that is shown, and the script's time at which it is.
  private let watch: (Buffer, Duration) -> Void

  private var playing: Task<Void, Never>?
  /// Why the script ended early, if it did.
  public private(set) var failure: ScriptError?
  private var isDone = false
  private var shownCaption = ""
  private var shownFrame = 0
  /// What was left for the app when it was shown last.
  private var room: Size?
  private var mustRender = true

  /// - Parameters:
  ///   - theme: The theme of the app that is played, if one was asked for.
  ///   - clock: A person's time.
  ///   - speed: How much faster than that it is played; more than 0.
  ///   - patience: How long the last frame is waited for, if it takes long to be shown.
  ///   - environment: The colours of the line below the app.
  ///   - keep: What becomes of pictures.
  ///   - watch: Called with each frame that is shown, and the script's time at which it is.
  /// - Throws: As ``ScriptWorld``.
  public init(
    _ script: Script, theme: Theme? = nil, clock: any Clock<Duration>, speed: Double,
    patience: Duration = .zero,
    environment: Environment = Environment(), beeps: BeepClient = BeepClient { _ in },
    keep: @escaping (Shot, Buffer) throws -> Void = { _, _ in },
    watch: @escaping (Buffer, Duration) -> Void = { _, _ in }
  ) throws {
    played = try VirtualStage(script, theme: theme, beeps: beeps)
    pace = PacedTime(played.time, clock: clock, speed: speed)
    self.clock = clock
    self.patience = patience
    self.environment = environment
    self.keep = keep
    self.watch = watch
  }

  /// Begins to play: with the first frame, for only that tells how much room there is.
  private func start() {
    playing = Task {
      do {
        try await played.play(pacedBy: pace, keep: keep)
        try await showLastFrame()
      } catch let error as ScriptError {
        failure = error
      } catch {
        // Cancelled: whoever watches has seen enough.
      }
      isDone = true
    }
  }

  /// Lets what the script ends with be seen, by whoever shows it, before that is told to leave.
  private func showLastFrame() async throws {
    let end = clock.uptime + patience
    while needsRender, clock.uptime < end { try await clock.sleep(for: .milliseconds(10)) }
  }

  /// Returns when the script has been played; at once when nobody has begun to watch.
  public func finish() async { await playing?.value }

  /// How much of the script's time has passed.
  public var elapsed: Duration { pace.elapsed }

  public func handle(_ event: InputEvent) {
    switch event {
    case .key("q"), .key(.escape), .key(.control("c")):
      leave()
      isDone = true
    case .key:
      pace.isPaused.toggle()
      mustRender = true
    case .resize:
      mustRender = true
    case .suspended:
      pace.isPaused = true
    case .resumed:
      pace.isPaused = false
      mustRender = true
    case .repeated, .released, .mouse, .paste, .focus:
      // The script's fingers are on the keys.
      break
    }
  }

  public var needsRender: Bool {
    mustRender || caption != shownCaption || played.stage.isChanged
      || played.stage.frameNumber != shownFrame
  }

  private var caption: String { played.player?.caption ?? "" }

  public func render(into frame: inout Frame) {
    // A script that asks for no size of its own has what is left above the last line.
    let room = Size(frame.size.width, max(1, frame.size.height - 1))
    if room != self.room, played.script.setup.size == nil { played.stage.resize(to: room) }
    self.room = room
    played.stage.look()
    mustRender = false
    shownFrame = played.stage.frameNumber
    shownCaption = caption
    frame.drawWhole { buffer in
      buffer.draw(CaptionView(caption: shownCaption, isPaused: pace.isPaused), environment)
      buffer.copy(played.stage.frame, rows: buffer.size.height - 1)
    }
    watch(frame.buffer, elapsed)
    if playing == nil { start() }
  }

  public var exit: Exit? {
    isDone ? Exit(status: failure == nil ? 0 : 1) : nil
  }

  public func terminate(_ reason: TerminationReason) async { leave() }

  private func leave() {
    playing?.cancel()
    pace.isPaused = false
  }
}

/// What is going on, in the screen's last line; how to pause and leave is said as far as there is room.
private struct CaptionView: View {
  let caption: String
  let isPaused: Bool

  var body: some View {
    ViewThatFits {
      CaptionLine(caption, isPaused ? "paused; any key goes on " : "any key pauses, q leaves ")
      CaptionLine(caption, isPaused ? "paused " : "q leaves ")
      CaptionLine(caption)
    }
  }
}
