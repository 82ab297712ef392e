import Testing

@testable import TerminalUI

/// Tests of terminals that are wider than a readable line.
@MainActor
@Suite struct WideTests {
  private func row(_ view: some View, _ row: Int = 0) -> String {
    draw(200, 4, .ascii, view)[row]
  }

  @Test func `a table is limited to the readable width`() {
    let table = Table(
      [("Ada", "71 reps")], selection: 0,
      columns: [
        Column("Name") { $0.0 }, Column("Result", .fixed(10), alignment: .trailing) { $0.1 },
      ])
    #expect(row(table, 1).count == ReadableWidth.columns - 1)
    var buffer = Buffer(Size(200, 4))
    buffer.draw(table)
    #expect(buffer.styleLines.contains("row 1, columns 0-99: reverse"))
  }

  @Test func `a paragraph wraps at the readable width`() {
    let text = String(repeating: "word ", count: 30)
    #expect(row(Paragraph(text)).count == ReadableWidth.columns - 1)
    #expect(row(Paragraph(text), 1).count == 49)
  }

  @Test func `notes and help stay within the readable width`() {
    let title = TitleLine("note", style: .dim, shouldTruncateTitle: true) { Text("Title") }
    #expect(row(title).count == ReadableWidth.columns)
    #expect(row(HintBar([Hint("q", "quit")])).count == ReadableWidth.columns)
    let many = (0..<12).map { Hint("\($0)", "something") }
    #expect(row(HintBar(many)).hasSuffix("11 something  ? help"))
  }

  @Test func `a readable view is limited in width and aligned to the left`() {
    #expect(row(SizeReader { Text("\($0.width)") }.readable()) == "100")
    #expect(draw(40, 1, .ascii, SizeReader { Text("\($0.width)") }.readable()) == ["40"])
  }

  @Test func `a list has a page beside it in 120 columns and more`() {
    #expect(SplitColumns(of: 117) == nil)
    for width in 118...300 {
      let columns = SplitColumns(of: width)
      #expect((columns?.list ?? 0) >= 53 && (columns?.page ?? 0) >= 62, "\(width)")
      #expect((columns?.page ?? 0) <= ReadableWidth.columns, "\(width)")
      #expect((columns.map { $0.list + 3 + $0.page } ?? 0) <= width, "\(width)")
    }
    let split = SplitView { room in
      Text(room.hasPage ? "beside" : "alone")
    } page: { size in
      Text("page \(size.width)")
    }
    #expect(draw(100, 1, .ascii, split) == ["alone"])
    #expect(
      draw(118, 2, .ascii, split) == [
        "beside" + String(repeating: " ", count: 48) + "| page 62",
        String(repeating: " ", count: 54) + "|",
      ])
  }

  @Test func `a bar shows its share and the distance to its target`() {
    #expect(draw(10, 1, .unicode, ShareBar(0.55, words: "55%")) == ["━━━━━╸"])
    #expect(draw(10, 1, .unicode, ShareBar(0.55, target: 0.8, words: "")) == ["━━━━━╸┄┄"])
    #expect(draw(10, 1, .ascii, ShareBar(0.5, target: 0.51, words: "")) == ["=====."])
    #expect(draw(10, 1, .unicode, ShareBar(0.001, words: "")) == ["╸"])
    #expect(draw(10, 1, .unicode, ShareBar(.nan, words: "")) == [""])
    #expect(draw(10, 1, .unicode, ShareBar(7, target: .infinity, words: "")) == ["━━━━━━━━━━"])
  }

  @Test func `a sparkline scaled from its minimum shows small differences`() {
    #expect(draw(4, 1, .unicode, Sparkline([40, 42, 44, 47])) == ["▇▇██"])
    #expect(
      draw(4, 1, .unicode, Sparkline([40, 42, 44, 47], isScaledFromMinimum: true)) == ["▁▃▅█"])
    #expect(draw(4, 1, .unicode, Sparkline([40, 40], isScaledFromMinimum: true)) == ["██"])
  }

  @Test func `charts have a text alternative`() {
    var environment = Environment()
    environment.canDrawGraphics = false
    var buffer = Buffer(Size(20, 1))
    buffer.draw(ShareBar(0.55, target: 0.8, words: "55%"), environment)
    #expect(buffer.lines == ["55%"])
    buffer.clear()
    buffer.draw(Sparkline([1, 2], words: "1 to 2"), environment)
    #expect(buffer.lines == ["1 to 2"])
  }
}
