import TerminalUI

/// A recorder of a script's frames in virtual time, with the captions in an additional line at the bottom.
@MainActor
public final class VirtualRecorder {
  private let played: VirtualStage
  private var cast = Cast()
  private var frame = Buffer(Size(0, 0))
  private var caption = ""
  /// The number of the last recorded frame of the stage.
  private var shown = 0
  private let hasCaptions: Bool

  /// The minimum duration of a frame: players show 25 frames a second.
  private static let interval = Duration.milliseconds(40)

  /// Starts recording.
  public init(_ played: VirtualStage) {
    self.played = played
    hasCaptions = played.script.steps.contains { step in
      if case .caption = step.command { true } else { false }
    }
    played.time.watcher = (Self.interval, { [unowned self] in look() })
  }

  /// Ends the recording and returns it.
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
