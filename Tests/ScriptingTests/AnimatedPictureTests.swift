import ReducerTestSupport
import SystemTestSupport
import TerminalUI
import Testing

@testable import Scripting

@Suite(.checksForLeaks)
struct AnimatedPictureTests {
  private func frame(_ rows: String..., style: Style = .plain) -> Buffer {
    var frame = Buffer(Size(12, rows.count))
    for (y, row) in rows.enumerated() { frame.write(row, at: Point(0, y), style: style) }
    return frame
  }

  private func picture(
    _ frames: (Int64, Buffer)..., end: Int64
  ) throws -> DecodedPicture {
    var picture = AnimatedPicture()
    for (milliseconds, frame) in frames { picture.add(frame, at: .milliseconds(milliseconds)) }
    picture.end(at: .milliseconds(end))
    return DecodedPicture(try #require(picture.text))
  }

  @Test func `each frame has the parts of its drawing`() throws {
    let frames = [
      frame("0:01 ██", "REPS 1"), frame("0:02 █▌", "REPS 1", style: .reverse),
      frame("0:01 ██", "REPS 2", style: Style(.green, .dim)), frame("Saved", "<&>"),
    ]
    let picture = try picture(
      (0, frames[0]), (300, frames[1]), (800, frames[2]), (1000, frames[0]), (1200, frames[3]),
      end: 2000)
    // The last frame is shown for two more seconds.
    #expect(picture.seconds == "4.1")
    for (interval, index) in [(0, 0), (2, 0), (3, 1), (7, 1), (8, 2), (10, 0), (12, 3), (40, 3)] {
      #expect(
        picture.parts(at: interval, of: 41) == DecodedPicture(SVGDrawing(frames[index]).text).parts,
        "\(interval)")
    }
  }

  @Test func `a part that several frames share is stored once`() throws {
    let (one, two) = (frame("REPS 1", "same"), frame("REPS 2", "same"))
    var picture = AnimatedPicture()
    for index in 0..<20 {
      picture.add(index % 2 == 0 ? one : two, at: .milliseconds(index * 100))
    }
    picture.end(at: .seconds(2))
    let text = try #require(picture.text)
    #expect(text.matches(of: /<text/).count == 3)
    #expect(text.matches(of: /@keyframes/).count == 2)
  }

  @Test func `the last frame in a tenth of a second is shown for the whole tenth`() throws {
    let frames = (1...4).map { frame("REPS \($0)") }
    let picture = try picture(
      (0, frames[0]), (110, frames[1]), (150, frames[2]), (199, frames[3]), end: 250)
    #expect(picture.parts(at: 0, of: 23) == DecodedPicture(SVGDrawing(frames[0]).text).parts)
    #expect(picture.parts(at: 1, of: 23) == DecodedPicture(SVGDrawing(frames[3]).text).parts)
  }

  @Test func `a viewer without animations sees the last frame`() throws {
    let (first, last) = (frame("first"), frame("last"))
    let picture = try picture((0, first), (500, last), end: 1000)
    #expect(picture.stillParts == DecodedPicture(SVGDrawing(last).text).parts)
  }

  @Test func `a picture is as large as its largest frame`() throws {
    let (small, large) = (frame("a"), frame("a", "b", "c"))
    var picture = AnimatedPicture()
    for (index, frame) in [small, large, small].enumerated() {
      picture.add(frame, at: .seconds(index))
    }
    picture.end(at: .seconds(3))
    let text = try #require(picture.text)
    #expect(text.hasPrefix(SVGDrawing(large).text.prefix { $0 != "\n" }))
    #expect(
      DecodedPicture(text).parts(at: 25, of: 51) == DecodedPicture(SVGDrawing(small).text).parts)
  }

  @Test func `a picture of more than five minutes or a megabyte is refused`() {
    func text(minutes: Int, rows: Int) -> String? {
      var picture = AnimatedPicture()
      for index in 0..<rows { picture.add(frame("\(index)"), at: .milliseconds(index * 100)) }
      picture.end(at: .seconds(minutes * 60))
      return picture.text
    }
    #expect(text(minutes: 4, rows: 100) != nil)
    #expect(text(minutes: 6, rows: 1) == nil)
    #expect(text(minutes: 24 * 60, rows: 1) == nil)
    var noise = AnimatedPicture()
    for index in 0..<250 {
      let rows = (0..<60).map { "\(index * 60 + $0)" }
      var frame = Buffer(Size(12, rows.count))
      for (y, row) in rows.enumerated() { frame.write(row, at: Point(0, y)) }
      noise.add(frame, at: .milliseconds(index * 100))
    }
    noise.end(at: .seconds(25))
    #expect(noise.text == nil)
  }
}

/// The elements of a picture, and the times at which each of them is visible.
private struct DecodedPicture {
  private var groups: [(name: String?, isHidden: Bool, parts: Set<String>)] = []
  private var keyframes: [String: [(percent: Double, isVisible: Bool)]] = [:]
  private(set) var seconds = ""

  init(_ text: String) {
    let base = (name: String?.none, isHidden: false, parts: Set<String>())
    groups = [base]
    for line in text.split(separator: "\n").map(String.init) {
      if let match = line.firstMatch(of: /@keyframes (k\d+){(.*)}$/) {
        keyframes[String(match.1)] = match.2.matches(of: /([^{}]+){visibility:(\w+)}/)
          .flatMap { rule in
            rule.1.split(separator: ",").map {
              (Double($0.dropLast()) ?? -1, rule.2 == "visible")
            }
          }
          .sorted { $0.percent < $1.percent }
      } else if let match = line.firstMatch(of: /animation:([\d.]+)s step-end infinite/) {
        seconds = String(match.1)
      } else if let match = line.firstMatch(of: /^<g( class="h")? style="animation-name:(k\d+)">/) {
        groups.append((String(match.2), match.1 != nil, []))
      } else if line == "</g>" {
        groups.append(base)
      } else if let match = line.firstMatch(of: /^<path d="(.*?)" (.*)\/>/) {
        // All shapes with the same attributes may be one path.
        for shape in match.1.split(separator: "z") {
          groups[groups.count - 1].parts.insert("\(shape) \(match.2)")
        }
      } else if line.hasPrefix("<text") || line.hasPrefix("<rect x") {
        groups[groups.count - 1].parts.insert(line)
      }
    }
  }

  /// The elements of a picture without animations.
  var parts: Set<String> { Set(groups.flatMap(\.parts)) }

  var stillParts: Set<String> { Set(groups.filter { !$0.isHidden }.flatMap(\.parts)) }

  /// Returns the elements that are visible in the middle of an interval.
  func parts(at interval: Int, of intervals: Int) -> Set<String> {
    let percent = 100 * (Double(interval) + 0.5) / Double(intervals)
    return Set(
      groups.filter { group in
        guard let name = group.name else { return true }
        return keyframes[name]?.last { $0.percent <= percent }?.isVisible ?? false
      }.flatMap(\.parts))
  }
}
