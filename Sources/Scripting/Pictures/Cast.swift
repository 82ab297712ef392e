import Models
import TerminalUI

/// A recording in asciicast v2 format: a JSON header for the terminal, and a JSON line for each piece of output.
///
/// Source: asciinema's documentation of asciicast v2. It plays in asciinema 2.2.
public struct Cast: Sendable {
  private var events: [String] = []
  private var shown: Buffer?
  private var size: Size?

  public init() {}

  /// Adds the output that shows `frame` at `instant`, if it differs from the last frame.
  ///
  /// - Parameter instant: The time since the start, not before the last one.
  /// - Complexity: O(cells).
  public mutating func add(_ frame: Buffer, at instant: Duration) {
    if let shown, shown.size != frame.size {
      events.append(event(instant, "r", "\(frame.size.width)x\(frame.size.height)"))
    }
    let text = ANSIText.text(for: frame, over: shown)
    // Output that only moves the cursor changes nothing.
    guard shown == nil || !text.isEmpty else { return }
    if size == nil { size = frame.size }
    let start = shown == nil ? "\u{1B}[?25l" : ""
    events.append(event(instant, "o", start + text))
    shown = frame
  }

  /// Extends the last frame until `instant`.
  public mutating func end(at instant: Duration) {
    events.append(event(instant, "o", "\u{1B}[?25h"))
  }

  /// Returns the contents of the file.
  ///
  /// - Parameter title: The title that players show.
  public func text(title: String) -> String {
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
