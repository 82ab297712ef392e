import TerminalUI

/// Records what a script shows in virtual time, with what a watcher is told in a line of its own below.
@MainActor
public final class VirtualRecorder {
  private let played: VirtualStage
  private var cast = Cast()
  private var frame = Buffer(Size(0, 0))
  private var caption = ""
  /// The number of the stage's frame that was added last.
  private var shown = 0
  private let hasCaptions: Bool

  /// How long a frame stays at least: 25 a second are what players show.
  private static let interval = Duration.milliseconds(40)

  /// Begins to watch.
  public init(_ played: VirtualStage) {
    self.played = played
    hasCaptions = played.script.steps.contains { step in
      if case .caption = step.command { true } else { false }
    }
    played.time.watcher = (Self.interval, { [unowned self] in look() })
  }

  /// Ends the recording.
  public func finish() -> Cast {
    look()
    cast.end(at: played.time.elapsed)
    played.time.watcher = nil
    return cast
  }

  private func look() {
    let words = played.player?.caption ?? ""
    played.stage.look()
    guard played.stage.frameNumber != shown || words != caption else { return }
    shown = played.stage.frameNumber
    caption = words
    let stage = played.stage.frame
    frame.resize(to: Size(stage.size.width, stage.size.height + (hasCaptions ? 1 : 0)))
    if hasCaptions { frame.draw(CaptionLine(caption), Environment()) }
    frame.copy(stage)
    cast.add(frame, at: played.time.elapsed)
  }
}
