import Clients
import ReducerRuntime
import TerminalUI

/// A program that plays a script in real time, with a caption in the last line.
///
/// Any key pauses or resumes playback; `q`, Esc and Ctrl-C exit.
@MainActor
public final class LivePlayback: Program {
  private let virtualStage: VirtualStage
  private let pace: PacedTime
  private let clock: any Clock<Duration>
  private let lastFrameTimeout: Duration
  private let environment: Environment
  private let saveShot: (Shot, Buffer) throws -> Void
  /// Called with each frame that is shown, and the time that has passed for a viewer.
  private let onFrame: (Buffer, Duration) -> Void

  private var playing: Task<Void, Never>?
  /// The reason why the script ended early, if it did.
  public private(set) var failure: ScriptError?
  private var isDone = false
  private var shownCaption = ""
  private var shownFrame = 0
  /// The size available to the app in the last frame.
  private var availableSize: Size?
  private var needsNewFrame = true

  /// Creates a playback.
  ///
  /// - Parameters:
  ///   - script: The script to play.
  ///   - theme: The theme of the played app, if one was requested.
  ///   - clock: The clock for real time.
  ///   - speed: The speed relative to real time; more than 0.
  ///   - lastFrameTimeout: The maximum time to wait until the last frame is shown.
  ///   - environment: The colors of the caption line.
  ///   - saveShot: Saves a picture.
  ///   - onFrame: Called with each frame that is shown, and the time that has passed for a viewer.
  /// - Throws: The errors of ``ScriptWorld``.
  public init(
    _ script: Script, theme: Theme? = nil, clock: any Clock<Duration>, speed: Double,
    lastFrameTimeout: Duration = .zero,
    environment: Environment = Environment(), cues: CueClient = .silent,
    saveShot: @escaping (Shot, Buffer) throws -> Void = { _, _ in },
    onFrame: @escaping (Buffer, Duration) -> Void = { _, _ in }
  ) throws {
    virtualStage = try VirtualStage(script, theme: theme, cues: cues)
    pace = PacedTime(virtualStage.time, clock: clock, speed: speed)
    self.clock = clock
    self.lastFrameTimeout = lastFrameTimeout
    self.environment = environment
    self.saveShot = saveShot
    self.onFrame = onFrame
  }

  /// Starts playing at the first frame, which determines the available size.
  private func start() {
    playing = Task {
      do {
        try await virtualStage.play(pacedBy: pace, saveShot: saveShot)
        try await showLastFrame()
      } catch let error as ScriptError {
        failure = error
      } catch {
        // Cancelled, because the user has exited.
      }
      isDone = true
    }
  }

  /// Waits until the last frame is shown, before the host is asked to exit.
  private func showLastFrame() async throws {
    let end = clock.uptime + lastFrameTimeout
    while needsRender, clock.uptime < end { try await clock.sleep(for: .milliseconds(10)) }
  }

  /// Waits for the end of the script. Returns immediately if it was never started.
  public func finish() async { await playing?.value }

  /// The time that has passed for a viewer.
  public var viewerTime: Duration { virtualStage.time.viewerTime }

  public func handle(_ event: InputEvent) {
    switch event {
    case .key("q"), .key(.escape), .key(.control("c")):
      stop()
      isDone = true
    case .key:
      pace.isPaused.toggle()
      needsNewFrame = true
    case .resize:
      needsNewFrame = true
    case .suspended:
      pace.isPaused = true
    case .resumed:
      pace.isPaused = false
      needsNewFrame = true
    case .repeated, .released, .mouse, .paste, .focus:
      // Only the script presses keys.
      break
    }
  }

  public var needsRender: Bool {
    needsNewFrame || caption != shownCaption || virtualStage.stage.isChanged
      || virtualStage.stage.frameNumber != shownFrame
  }

  private var caption: String { virtualStage.player?.caption ?? "" }

  public func render(into frame: inout Frame) {
    // A script that sets no size gets the space above the caption line.
    let availableSize = Size(frame.size.width, max(1, frame.size.height - 1))
    if availableSize != self.availableSize, virtualStage.script.setup.size == nil {
      virtualStage.stage.resize(to: availableSize)
    }
    self.availableSize = availableSize
    virtualStage.stage.drawIfNeeded()
    needsNewFrame = false
    shownFrame = virtualStage.stage.frameNumber
    shownCaption = caption
    frame.drawAll { buffer in
      buffer.draw(CaptionView(caption: shownCaption, isPaused: pace.isPaused), environment)
      buffer.copy(virtualStage.stage.frame, maxRows: buffer.size.height - 1)
    }
    onFrame(frame.buffer, viewerTime)
    if playing == nil { start() }
  }

  public var exit: Exit? {
    isDone ? Exit(status: failure == nil ? 0 : 1) : nil
  }

  public func terminate(_ reason: TerminationReason) async { stop() }

  private func stop() {
    playing?.cancel()
    pace.isPaused = false
  }
}

/// The caption in the screen's last line, with key hints if there is room.
private struct CaptionView: View {
  let caption: String
  let isPaused: Bool

  var body: some View {
    ViewThatFits {
      CaptionLine(caption, isPaused ? "paused; any key resumes " : "any key pauses, q leaves ")
      CaptionLine(caption, isPaused ? "paused " : "q leaves ")
      CaptionLine(caption)
    }
  }
}

// MARK: - Caption

/// A caption in the screen's last line, with a hint at its right end.
struct CaptionLine: View {
  let caption: String
  let hint: String

  init(_ caption: String, _ hint: String = "") {
    self.caption = caption
    self.hint = hint
  }

  var body: some View {
    VStack {
      Spacer()
      HStack {
        Text(" \(caption)")
        Spacer(minLength: 1)
        Text(hint)
      }
      .background(.selection)
    }
  }
}
