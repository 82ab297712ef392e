import ReducerTestSupport
import SystemTestSupport
import TerminalUI
import Testing

@testable import Scripting

@Suite(.checksForLeaks)
struct PictureTests {
  var frame: Buffer {
    var frame = Buffer(Size(8, 2))
    frame.write("a<李", at: Point(0, 0), style: Style(.green, .bold))
    frame.write("─█⠃", at: Point(0, 1))
    return frame
  }

  @Test func `a terminal picture has the rows and their colors`() {
    #expect(
      Shot(name: "a", format: .ansi).contents(of: frame)
        == "\u{1B}[0;1;32ma<李\u{1B}[0m    \n─█⠃     \n")
  }

  @Test func `a drawing has letters as text, line characters as shapes, and escaped XML`() {
    let drawing = Shot(name: "a", format: .svg).contents(of: frame)
    #expect(drawing.contains(">a&lt;</text>"))
    #expect(drawing.contains(">李</text>"))
    // A line across the middle of the cell, a full block, two dots.
    #expect(drawing.contains("M0 26.25h9v1.5h-9z"))
    #expect(drawing.contains("M9 18h9v18h-9z"))
    #expect(!drawing.contains("█"))
    #expect(drawing.hasSuffix("</svg>\n"))
  }

  @Test func `only changed cells are written over a known screen`() {
    var next = frame
    next.write("b", at: Point(0, 0), style: Style(.green, .bold))
    #expect(ANSIText.text(for: next, over: frame) == "\u{1B}[1;1H\u{1B}[0;1;32mb\u{1B}[0m")
    #expect(ANSIText.text(for: frame, over: frame).isEmpty)
  }

  @Test func `a cast is a header and timed output`() {
    var cast = Cast(title: "Two \\")
    var frame = Buffer(Size(2, 1))
    cast.add(frame, at: .zero)
    cast.add(frame, at: .seconds(1))
    frame.write("\"", at: Point(1, 0))
    cast.add(frame, at: .milliseconds(1250))
    cast.end(at: .seconds(2))
    #expect(
      cast.text == #"""
        {"version": 2, "width": 2, "height": 1, "title": "Two \\", "env": {"TERM": "xterm-256color"}}
        [0.000000, "o", "\u001b[?25l\u001b[2J\u001b[1;1H  "]
        [1.250000, "o", "\u001b[1;2H\""]
        [2.000000, "o", "\u001b[?25h"]

        """#)
  }
}

/// Tests that pictures and recordings of hostile names contain only text, nothing that a viewer interprets.
@Suite(.checksForLeaks)
struct HostilePictureTests {
  private func frame(_ text: String) -> Buffer {
    var frame = Buffer(Size(80, 2))
    frame.write(text, at: Point(0, 0))
    frame.write(text, at: Point(1, 1), style: Style(.red, .reverse))
    return frame
  }

  @Test(arguments: HostileText.all)
  func `a drawing escapes XML`(text: String) throws {
    check(Shot(name: "a", format: .svg).contents(of: frame(text)))
    var picture = AnimatedPicture()
    picture.add(frame("a"), at: .zero)
    picture.add(frame(text), at: .seconds(1))
    picture.end(at: .seconds(2))
    check(try #require(picture.text))
  }

  private func check(_ drawing: String) {
    #expect(drawing.invisibleCharacters.isEmpty)
    let scalars = drawing.unicodeScalars
    #expect(scalars.allSatisfy { $0 != "\u{FFFE}" && $0 != "\u{FFFF}" })
    for piece in scalars.split(separator: "<").dropFirst() {
      #expect(
        ["svg", "/svg", "style", "/style", "rect", "g ", "/g", "text", "/text", "path"].contains {
          piece.starts(with: $0.unicodeScalars)
        })
    }
    for piece in scalars.split(separator: "&", omittingEmptySubsequences: false).dropFirst() {
      #expect(
        ["amp;", "lt;", "gt;", "quot;", "#39;"].contains { piece.starts(with: $0.unicodeScalars) })
    }
  }

  @Test(arguments: HostileText.all)
  func `a terminal picture has only the program's own escape sequences`(text: String) {
    for contents in [
      Shot(name: "a", format: .ansi).contents(of: frame(text)),
      ANSIText.text(for: frame(text), over: nil),
    ] {
      // Colors, cursor positions and a cleared screen.
      let rest = contents.replacing(/\u{1B}\[[0-9;]*[mHJ]/, with: "")
      #expect(rest.invisibleCharacters.isEmpty, "\(rest.debugDescription)")
    }
    #expect(Shot(name: "a", format: .txt).contents(of: frame(text)).invisibleCharacters.isEmpty)
  }

  @Test(arguments: HostileText.all)
  func `a recording has no invisible characters, not even in its title`(text: String) throws {
    var cast = Cast(title: text)
    cast.add(frame(text), at: .zero)
    cast.end(at: .seconds(1))
    #expect(try #require(cast.text).invisibleCharacters.isEmpty)
  }

  @Test(arguments: HostileText.all)
  func `a script has no invisible characters and keeps the typed text`(text: String) throws {
    let written = Script.Command.paste(text).text
    #expect(written.invisibleCharacters.isEmpty && !written.contains("\n"))
    let read = try Script(parsing: written, file: "test")
    #expect(read.steps.map(\.command) == [.paste(text)])
  }
}
