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

  @Test func `boxes are left out, and the selection is in brackets`() {
    var screen = PlainScreen()
    let lines = screen.changedLines(
      in: frame(row(["one  more", "two"], chosen: 0)), isResponse: true)
    #expect(lines == ["Box", "[one  more]", "two"])
  }

  @Test func `a response has the changed lines and the selection`() {
    var screen = PlainScreen()
    _ = screen.changedLines(in: frame(row(["one", "two"], chosen: 0)), isResponse: true)
    #expect(
      screen.changedLines(in: frame(row(["one", "two"], chosen: 1)), isResponse: true) == ["[two]"])
    #expect(screen.changedLines(in: frame(row(["one", "two"], chosen: 1)), isResponse: true) == [])
  }

  @Test func `changed numbers are reported only in a response`() {
    var screen = PlainScreen()
    _ = screen.changedLines(in: frame(Text("00:01.25")), isResponse: true)
    #expect(screen.changedLines(in: frame(Text("00:01.26")), isResponse: false) == [])
    #expect(screen.changedLines(in: frame(Text("Saved")), isResponse: false) == ["Saved"])
    _ = screen.changedLines(in: frame(Text("00:01.27")), isResponse: false)
    #expect(screen.changedLines(in: frame(Text("00:01.28")), isResponse: true) == ["00:01.28"])
  }

  @Test func `only the top overlay is reported`() {
    var environment = Environment()
    environment.canDrawGraphics = false
    var buffer = Buffer(Size(30, 5))
    buffer.draw(
      Text("left and right of it").centered().overlay { Sheet("Quit?") { Text("Esc no") } },
      environment)
    var screen = PlainScreen()
    #expect(screen.changedLines(in: buffer, isResponse: true) == ["Quit?", "Esc no"])
  }

  @Test func `big digits are text where graphics aren't allowed`() {
    var environment = Environment()
    environment.canDrawGraphics = false
    var buffer = Buffer(Size(60, 12))
    buffer.draw(BigText("12:34"), environment)
    #expect(buffer.lines.contains { $0.contains("12:34") })
  }
}
