import TerminalUI

/// A recorder of a script's frames in virtual time, with the captions in an additional line at the bottom.
@MainActor
public final class VirtualRecorder {
  private let virtualStage: VirtualStage
  private var cast = Cast()
  private var frame = Buffer(Size(0, 0))
  private var caption = ""
  /// The number of the last recorded frame of the stage.
  private var lastFrameNumber = 0
  private let hasCaptions: Bool

  /// The minimum duration of a frame: players show 25 frames a second.
  private static let interval = Duration.milliseconds(40)

  /// Starts recording.
  public init(_ virtualStage: VirtualStage) {
    self.virtualStage = virtualStage
    hasCaptions = virtualStage.script.steps.contains { step in
      if case .caption = step.command { true } else { false }
    }
    virtualStage.time.observer = (Self.interval, { [unowned self] in recordFrame() })
  }

  /// Ends the recording and returns it.
  public func finish() -> Cast {
    recordFrame()
    cast.end(at: virtualStage.time.elapsed)
    virtualStage.time.observer = nil
    return cast
  }

  private func recordFrame() {
    let newCaption = virtualStage.player?.caption ?? ""
    virtualStage.stage.drawIfNeeded()
    guard virtualStage.stage.frameNumber != lastFrameNumber || newCaption != caption else { return }
    lastFrameNumber = virtualStage.stage.frameNumber
    caption = newCaption
    let stage = virtualStage.stage.frame
    frame.resize(to: Size(stage.size.width, stage.size.height + (hasCaptions ? 1 : 0)))
    if hasCaptions { frame.draw(CaptionLine(caption), Environment()) }
    frame.copy(stage)
    cast.add(frame, at: virtualStage.time.elapsed)
  }
}
