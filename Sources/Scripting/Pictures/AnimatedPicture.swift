import TerminalUI

/// A recording as one SVG file: CSS animations show the frames one after the other, without a script.
///
/// Each text, shape and background is in the file once, and visible while it is in the frame. Parts that are visible at
/// the same times form a group with one animation. A viewer without animations, or with `prefers-reduced-motion`, shows
/// the last frame.
public struct AnimatedPicture: Recording {
  /// The duration of a frame. The last frame that is added in an interval is shown for the whole interval.
  static let interval = Duration.milliseconds(100)
  /// The number of intervals for which the last frame is shown before the animation restarts.
  static let pause = 20
  /// The maximum number of intervals. The precision of keyframes, 0.01 %, distinguishes up to 10,000 intervals.
  static let maxIntervals = 3000
  /// The maximum number of bytes.
  static let maxSize = 1_000_000

  /// The indices of the intervals in which a part alternately appears and disappears.
  private typealias Changes = [Int]

  /// All parts, in the order of their first appearance.
  private var parts: [SVGDrawing.Part] = []
  private var changes: [SVGDrawing.Part: Changes] = [:]
  /// The visible parts of each row.
  private var rows: [[SVGDrawing.Part]] = []
  /// The last added frame.
  private var frame = Buffer(.zero)
  /// The index of the interval of ``frame``.
  private var index = 0
  /// The frame whose parts are in ``rows``.
  private var drawnFrame = Buffer(.zero)
  /// The size of the largest frame.
  private var size = Size.zero
  /// The approximate number of bytes.
  private var byteCount = 0

  public init() {}

  /// - Complexity: O(cells).
  public mutating func add(_ frame: Buffer, at instant: Duration) {
    move(to: instant)
    self.frame = frame
  }

  public mutating func end(at instant: Duration) {
    move(to: instant)
    draw()
    index += 1
  }

  private var isTooLarge: Bool { byteCount > Self.maxSize || index > Self.maxIntervals }

  private mutating func move(to instant: Duration) {
    let next = Int(instant / Self.interval)
    guard next > index else { return }
    draw()
    index = next
  }

  /// Records the parts that appear and disappear with the last frame.
  private mutating func draw() {
    guard !isTooLarge else { return }
    size = Size(max(size.width, frame.size.width), max(size.height, frame.size.height))
    while rows.count < size.height { rows.append([]) }
    let drawing = SVGDrawing(frame)
    let isResized = frame.size != drawnFrame.size
    for y in isResized ? Array(rows.indices) : frame.changes(since: drawnFrame).map(\.row) {
      let (old, new) = (rows[y], y < frame.size.height ? drawing.parts(ofRow: y) : [])
      for part in old where !new.contains(part) { change(part) }
      for part in new where !old.contains(part) { change(part) }
      rows[y] = new
    }
    drawnFrame = frame
  }

  private mutating func change(_ part: SVGDrawing.Part) {
    if changes[part] == nil {
      parts.append(part)
      byteCount += SVGDrawing.elements([part]).joined().utf8.count
    }
    changes[part, default: []].append(index)
    byteCount += "12.34%,".utf8.count
  }

  // MARK: - Text

  public var text: String? {
    guard !isTooLarge else { return nil }
    let intervals = index + Self.pause
    let groups = Dictionary(grouping: parts) { changes[$0] ?? [] }
      .sorted { $0.key.lexicographicallyPrecedes($1.key) }.enumerated()
    // Backgrounds come first, because a letter may extend into the row above.
    let elements = [true, false].flatMap { isBackground in
      groups.flatMap { number, group in
        let parts = group.value.filter { $0.isBackground == isBackground }
        return Self.elements(parts, changes: group.key, name: "k\(number)")
      }
    }
    let style = """
      .h{visibility:hidden}
      @media (prefers-reduced-motion:no-preference){g{animation:\(
        shortDecimal(Self.interval * intervals / .seconds(1)))s step-end infinite}}
      \(groups.map { Self.keyframes("k\($0)", changes: $1.key, of: intervals) }.joined())
      """
    let text = SVGDrawing.document(size, style: style, elements)
    return text.utf8.count <= Self.maxSize ? text : nil
  }

  /// Returns the elements of parts, in a group with their animation.
  private static func elements(
    _ parts: [SVGDrawing.Part], changes: Changes, name: String
  ) -> [String] {
    let elements = SVGDrawing.elements(parts)
    if elements.isEmpty || changes == alwaysVisible { return elements }
    let isInLastFrame = changes.count % 2 == 1
    let initial = isInLastFrame ? "" : #" class="h""#
    return [#"<g\#(initial) style="animation-name:\#(name)">"#] + elements + ["</g>"]
  }

  private static let alwaysVisible: Changes = [0]

  /// Returns the rule of an animation that shows and hides a group.
  private static func keyframes(_ name: String, changes: Changes, of intervals: Int) -> String {
    guard changes != alwaysVisible else { return "" }
    func frames(_ indices: [Int], _ visibility: String) -> String {
      let percents = indices.map { shortDecimal(100 * Double($0) / Double(intervals)) + "%" }
      return percents.isEmpty ? "" : "\(percents.joined(separator: ",")){visibility:\(visibility)}"
    }
    let shown = stride(from: 0, to: changes.count, by: 2).map { changes[$0] }
    let hidden = stride(from: 1, to: changes.count, by: 2).map { changes[$0] }
    return "@keyframes \(name){" + frames(shown, "visible")
      + frames((changes.first == 0 ? [] : [0]) + hidden, "hidden") + "}\n"
  }
}
