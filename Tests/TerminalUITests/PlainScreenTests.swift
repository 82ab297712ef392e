import Testing

@testable import TerminalUI

@MainActor
@Suite struct PlainScreenTests {
  private func frame(_ view: some View) -> Buffer {
    var buffer = Buffer(Size(30, 6))
    buffer.draw(view)
    return buffer
  }

  private func row(_ texts: [String], chosen: Int) -> some View {
    List(texts, selection: chosen) { Text($0) }.border("Box")
  }

  @Test func `boxes go, words stay, and what is chosen is in brackets`() {
    var screen = PlainScreen()
    let lines = screen.news(in: frame(row(["one  more", "two"], chosen: 0)), isAnswer: true)
    #expect(lines == ["Box", "[one  more]", "two"])
  }

  @Test func `an answer tells what has changed, and what is chosen now`() {
    var screen = PlainScreen()
    _ = screen.news(in: frame(row(["one", "two"], chosen: 0)), isAnswer: true)
    #expect(screen.news(in: frame(row(["one", "two"], chosen: 1)), isAnswer: true) == ["[two]"])
    #expect(screen.news(in: frame(row(["one", "two"], chosen: 1)), isAnswer: true) == [])
  }

  @Test func `numbers that go on are no news until somebody asks`() {
    var screen = PlainScreen()
    _ = screen.news(in: frame(Text("00:01.25")), isAnswer: true)
    #expect(screen.news(in: frame(Text("00:01.26")), isAnswer: false) == [])
    #expect(screen.news(in: frame(Text("Saved")), isAnswer: false) == ["Saved"])
    _ = screen.news(in: frame(Text("00:01.27")), isAnswer: false)
    #expect(screen.news(in: frame(Text("00:01.28")), isAnswer: true) == ["00:01.28"])
  }

  @Test func `what lies on top is told alone`() {
    var environment = Environment()
    environment.drawsPictures = false
    var buffer = Buffer(Size(30, 5))
    buffer.draw(
      Text("left and right of it").centered().overlay { Sheet("Quit?") { Text("Esc no") } },
      environment)
    var screen = PlainScreen()
    #expect(screen.news(in: buffer, isAnswer: true) == ["Quit?", "Esc no"])
  }

  @Test func `digits of blocks are digits where nothing is drawn`() {
    var environment = Environment()
    environment.drawsPictures = false
    var buffer = Buffer(Size(60, 12))
    buffer.draw(BigDigits("12:34"), environment)
    #expect(buffer.lines.contains { $0.contains("12:34") })
  }
}
