import ReducerTestSupport
import SystemTestSupport
import TerminalUI
import Testing

@testable import Scripting

/// Tests that pictures and recordings of hostile names only contain text, and nothing that a viewer interprets.
@Suite(.checksForLeaks)
struct HostilePictureTests {
  private func frame(_ text: String) -> Buffer {
    var frame = Buffer(Size(80, 2))
    frame.write(text, at: Point(0, 0))
    frame.write(text, at: Point(1, 1), style: Style(.red, .reverse))
    return frame
  }

  @Test(arguments: HostileText.all)
  func `a drawing escapes XML`(text: String) {
    let drawing = Shot(name: "a", format: .svg).contents(of: frame(text))
    #expect(drawing.invisibleCharacters.isEmpty)
    let scalars = drawing.unicodeScalars
    #expect(scalars.allSatisfy { $0 != "\u{FFFE}" && $0 != "\u{FFFF}" })
    for piece in scalars.split(separator: "<").dropFirst() {
      #expect(
        ["svg", "/svg", "rect", "g ", "/g", "text", "/text", "path"].contains {
          piece.starts(with: $0.unicodeScalars)
        })
    }
    for piece in scalars.split(separator: "&", omittingEmptySubsequences: false).dropFirst() {
      #expect(["amp;", "lt;", "gt;"].contains { piece.starts(with: $0.unicodeScalars) })
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
  func `a recording has no invisible characters, not even in its title`(text: String) {
    var cast = Cast()
    cast.add(frame(text), at: .zero)
    cast.end(at: .seconds(1))
    #expect(cast.text(title: text).invisibleCharacters.isEmpty)
  }

  @Test(arguments: HostileText.all)
  func `a script has no invisible characters, and keeps what was typed`(text: String) throws {
    let written = Script.Command.paste(text).text
    #expect(written.invisibleCharacters.isEmpty && !written.contains("\n"))
    let read = try Script(parsing: written, file: "test")
    #expect(read.steps.map(\.command) == [.paste(text)])
  }
}
