import Models
import TerminalUI

/// A recording of frames as the contents of a file.
public protocol Recording: Sendable {
  /// Adds a frame that is shown from `instant` on.
  ///
  /// - Parameter instant: The time since the start, which must not be before that of the last frame.
  mutating func add(_ frame: Buffer, at instant: Duration)

  /// Extends the last frame until `instant`.
  mutating func end(at instant: Duration)

  /// The contents of the file, or `nil` if it would exceed the limits of its format.
  var text: String? { get }
}

// MARK: - Cast

/// A recording in asciicast v2 format: a JSON header for the terminal, and a JSON line for each piece of output.
///
/// Source: asciinema's documentation of asciicast v2. A recording plays in asciinema 2.2.
public struct Cast: Recording {
  private let title: String
  private var events: [String] = []
  private var shown: Buffer?
  private var size: Size?

  /// Creates an empty recording.
  ///
  /// - Parameter title: The title that players show.
  public init(title: String) { self.title = title }

  /// Adds the output that shows `frame` at `instant`, if it differs from the last frame.
  ///
  /// - Complexity: O(cells).
  public mutating func add(_ frame: Buffer, at instant: Duration) {
    if let shown, shown.size != frame.size {
      events.append(event(instant, "r", "\(frame.size.width)x\(frame.size.height)"))
    }
    let text = ANSIText.text(for: frame, over: shown)
    // A frame that looks like the last one needs no output.
    guard shown == nil || !text.isEmpty else { return }
    if size == nil { size = frame.size }
    let start = shown == nil ? "\u{1B}[?25l" : ""
    events.append(event(instant, "o", start + text))
    shown = frame
  }

  public mutating func end(at instant: Duration) {
    events.append(event(instant, "o", "\u{1B}[?25h"))
  }

  public var text: String? {
    let size = size ?? Size(80, 24)
    let header =
      #"{"version": 2, "width": \#(size.width), "height": \#(size.height), "#
      + #""title": \#(JSONText.string(title).text), "env": {"TERM": "xterm-256color"}}"#
    return ([header] + events).joined(separator: "\n") + "\n"
  }

  private func event(_ instant: Duration, _ code: String, _ data: String) -> String {
    let microseconds =
      instant.components.seconds * 1_000_000
      + instant.components.attoseconds / 1_000_000_000_000
    let fraction = String(microseconds % 1_000_000)
    let zeros = String(repeating: "0", count: 6 - fraction.count)
    return
      #"[\#(microseconds / 1_000_000).\#(zeros)\#(fraction), "\#(code)", \#(JSONText.string(data).text)]"#
  }
}

// MARK: - Text

/// An encoder of frames as terminal output, with only those control sequences that every terminal supports.
enum ANSIText {
  /// Returns the output that changes the screen from `old`, or from unknown contents if `old` is `nil`, to `new`.
  ///
  /// - Complexity: O(cells).
  static func text(for new: Buffer, over old: Buffer?) -> String {
    var text = ""
    var style = Style.plain
    func put(_ span: RowSpan) {
      text += "\u{1B}[\(span.row + 1);\(span.columns.lowerBound + 1)H"
      text += cells(span, of: new, after: &style)
    }
    if old?.size != new.size { text += "\u{1B}[2J" }
    new.changes(since: old ?? Buffer(.zero)).forEach(put)
    if style != .plain { text += sequence(for: .plain) }
    return text
  }

  /// Returns the frame line by line, as a file that can be printed in a terminal.
  static func page(_ frame: Buffer) -> String {
    var text = ""
    for y in 0..<frame.size.height {
      var style = Style.plain
      text += cells(RowSpan(row: y, columns: 0..<frame.size.width), of: frame, after: &style)
      text += (style == .plain ? "" : sequence(for: .plain)) + "\n"
    }
    return text
  }

  /// Returns the output that draws cells at the cursor.
  ///
  /// - Parameter style: The style at the end of the output so far; afterwards, the style of the last cell.
  private static func cells(
    _ span: RowSpan, of frame: Buffer, after style: inout Style
  ) -> String {
    var text = ""
    for x in span.columns where !frame[x, span.row].isContinuation {
      let cell = frame[x, span.row]
      if cell.style != style {
        style = cell.style
        text += sequence(for: style)
      }
      text += cell.text
    }
    return text
  }

  /// Returns a Select Graphic Rendition sequence that first resets all attributes.
  private static func sequence(for style: Style) -> String {
    var codes = ["0"]
    let attributes: [(Style.Attributes, String)] = [
      (.bold, "1"), (.dim, "2"), (.italic, "3"), (.underline, "4"), (.reverse, "7"),
    ]
    codes += attributes.filter { style.attributes.contains($0.0) }.map(\.1)
    if style.foreground != .default { codes.append(code(of: style.foreground, 30)) }
    if style.background != .default { codes.append(code(of: style.background, 40)) }
    return "\u{1B}[\(codes.joined(separator: ";"))m"
  }

  private static func code(of color: Color, _ first: Int) -> String {
    switch color.index {
    case ..<8: "\(first + color.index)"
    case ..<16: "\(first + 60 + color.index - 8)"
    default: "\(first + 8);5;\(color.index)"
    }
  }
}

// MARK: - Recorder

/// A recorder of a script's frames in virtual time, with the captions in an additional line at the bottom.
@MainActor
public final class VirtualRecorder {
  private let virtualStage: VirtualStage
  private var recording: any Recording
  private var frame = Buffer(Size(0, 0))
  private var caption = ""
  /// The number of the last recorded frame of the stage.
  private var lastFrameNumber = 0
  private let hasCaptions: Bool

  /// The minimum duration of a frame: players show 25 frames per second.
  private static let interval = Duration.milliseconds(40)

  /// Starts recording.
  public init(_ virtualStage: VirtualStage, into recording: some Recording) {
    self.virtualStage = virtualStage
    self.recording = recording
    hasCaptions = virtualStage.script.steps.contains { step in
      if case .caption = step.command { true } else { false }
    }
    virtualStage.time.observer = (Self.interval, { [unowned self] in recordFrame() })
  }

  /// Ends the recording and returns it.
  public func finish() -> any Recording {
    recordFrame()
    recording.end(at: virtualStage.time.viewerTime)
    virtualStage.time.observer = nil
    return recording
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
    recording.add(frame, at: virtualStage.time.viewerTime)
  }
}
