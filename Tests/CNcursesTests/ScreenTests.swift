import CNcurses
import Glibc
import SystemTestSupport
import Testing

/// Tests of the ncurses screen, whose output a simulated terminal shows. Serialized, because there is only
/// one screen.
@Suite(.serialized) final class ScreenTests {
  private static let terminals = [
    "xterm-256color", "linux", "xterm", "screen", "tmux-256color", "vt100", "rxvt-unicode",
    "screen-256color", "ansi",
  ]
  private var screen = TerminalScreen(columns: 0, rows: 0)

  init() { _ = cnc_set_locale() }
  deinit { cnc_close() }

  private func open(_ term: String = "xterm-256color", columns: Int = 20, rows: Int = 5) {
    #expect(cnc_open(term, Int32(rows), Int32(columns)) != 0)
    screen = TerminalScreen(
      columns: columns, rows: rows, wrapsImmediately: cnc_flag("am") != 0 && cnc_flag("xenl") == 0)
  }

  private func put(_ text: String, row: Int, column: Int, style: Int32 = 0) {
    let cells = text.map { character in
      var cell = cnc_cell()
      cell.style = style
      withUnsafeMutableBytes(of: &cell.scalars) { bytes in
        for (index, scalar) in character.unicodeScalars.enumerated() {
          bytes.storeBytes(of: scalar.value, toByteOffset: index * 4, as: UInt32.self)
        }
      }
      return cell
    }
    cnc_put(Int32(row), Int32(column), cells, cells.count)
  }

  /// Draws a frame, shows it, and returns its output.
  @discardableResult
  private func draw() -> String {
    var bytes: UnsafePointer<CChar>?
    let count = cnc_draw(&bytes)
    let output = String(
      decoding: UnsafeRawBufferPointer(start: bytes, count: count), as: UTF8.self)
    screen.show(output)
    return output
  }

  @Test func `the last characters written to a position are shown`() {
    open()
    put("rep 1", row: 1, column: 2)
    draw()
    #expect(screen.lines == ["", "  rep 1", "", "", ""])
    put("2", row: 1, column: 6)
    put("done", row: 4, column: 16)
    let change = draw()
    #expect(screen.lines == ["", "  rep 2", "", "", "                done"])
    #expect(!change.contains("rep"))
  }

  @Test func `an unchanged frame produces no output`() {
    open()
    #expect(draw() == "")
    put("rep", row: 0, column: 0)
    #expect(draw() != "")
    put("rep", row: 0, column: 0)
    #expect(draw() == "")
  }

  @Test func `wide characters and combining marks have the right width`() {
    open()
    put("日本e\u{301}!", row: 0, column: 0)
    draw()
    #expect(screen.lines[0] == "日本e\u{301}!")
    put("x", row: 0, column: 5)
    draw()
    #expect(screen.lines[0] == "日本e\u{301}x")
    put("ab", row: 0, column: 1)
    draw()
    #expect(screen.lines[0] == " ab e\u{301}x")
  }

  @Test func `characters beyond the row's end are dropped`() {
    open()
    put("123456", row: 2, column: 16)
    put("日", row: 3, column: 19)
    draw()
    #expect(screen.lines == ["", "", "                1234", "", ""])
  }

  @Test func `a frame can be redrawn completely`() {
    open()
    put("rep", row: 0, column: 0)
    draw()
    screen = TerminalScreen(columns: 20, rows: 5)
    screen.show("something else")
    cnc_redraw()
    #expect(draw().contains("rep"))
    #expect(screen.lines == ["rep", "", "", "", ""])
  }

  @Test func `a resize keeps content that still fits`() {
    open()
    put("first", row: 0, column: 0)
    put("last", row: 4, column: 16)
    draw()
    #expect(cnc_resize(3, 30) != 0)
    screen = TerminalScreen(columns: 30, rows: 3)
    put("wider", row: 2, column: 25)
    cnc_redraw()
    draw()
    #expect(screen.lines == ["first", "", String(repeating: " ", count: 25) + "wider"])
  }

  @Test func `a style is limited to the terminal's attributes and colors`() {
    let red = "\u{1B}[31m"
    open()
    put("rep", row: 0, column: 0, style: cnc_style(CNC_BOLD.rawValue, 1, -1))
    var output = draw()
    #expect(output.contains(red) && output.contains(";1m"))
    put("256", row: 1, column: 0, style: cnc_style(0, -1, 200))
    #expect(draw().contains("\u{1B}[48;5;200m"))
    cnc_close()

    open("vt100")
    put("rep", row: 0, column: 0, style: cnc_style(CNC_BOLD.rawValue, 1, -1))
    output = draw()
    #expect(!output.contains(red) && output.contains(";1m"))
  }

  @Test func `the number of styles is not limited`() {
    open()
    for color in Int32(0)..<256 {
      let style = cnc_style(0, color, 255 - color)
      #expect(style == color + 1)
      put("x", row: 0, column: 0, style: style)
      #expect(draw().contains("x"))
    }
  }

  @Test(arguments: terminals)
  func `random frames are shown correctly on each terminal type`(term: String) {
    var random = Random(state: 7)
    let (columns, rows) = (37, 9)
    open(term, columns: columns, rows: rows)
    let styles: [Int32] = (0..<8).map { (color: Int32) in
      cnc_style(UInt32(color * 3), color - 1, 6 - color)
    }
    var expected = Array(repeating: Array(repeating: " ", count: columns), count: rows)
    for _ in 0..<TestSize.choose(test: 100, check: 1000) {
      for _ in 0..<Int.random(in: 0...6, using: &random) {
        let row = Int.random(in: 0..<rows, using: &random)
        let column = Int.random(in: 0..<columns, using: &random)
        let count = Int.random(in: 1...(columns - column), using: &random)
        let characters: [String] = (0..<count).map { _ in
          [" ", " ", "x", "y", "█"].randomElement(using: &random)!
        }
        put(
          characters.joined(), row: row, column: column,
          style: styles.randomElement(using: &random)!)
        expected[row].replaceSubrange(column..<column + count, with: characters)
      }
      if Int.random(in: 0..<5, using: &random) == 0 {
        // ncurses may scroll when all rows move by the same distance.
        expected.insert(expected.remove(at: rows - 1), at: 1)
        for row in 0..<rows { put(expected[row].joined(), row: row, column: 0) }
      }
      if Int.random(in: 0..<20, using: &random) == 0 { cnc_redraw() }
      draw()
      let lines = expected.map { row in
        String(row.joined().reversed().drop { $0 == " " }.reversed())
      }
      guard screen.lines == lines, screen.unknown == [] else {
        let unknown = screen.unknown
        Issue.record("\(term) shows \(screen.lines) instead of \(lines); unknown: \(unknown)")
        return
      }
    }
  }

  @Test func `the size of a frame is not limited`() {
    open(columns: 1000, rows: 1000)
    for row in 0..<1000 { put(String(repeating: "█", count: 1000), row: row, column: 0) }
    var bytes: UnsafePointer<CChar>?
    let count = cnc_draw(&bytes)
    let blocks = UnsafeRawBufferPointer(start: bytes, count: count).count { $0 == 0xE2 }
    #expect(blocks == 1_000_000)
    put("x", row: 500, column: 500)
    #expect(cnc_draw(&bytes) < 100)
  }

  @Test func `signal actions are unchanged`() {
    let signals = [SIGINT, SIGTERM, SIGTSTP, SIGWINCH]
    let before = signals.map { signal($0, SIG_DFL) }
    defer { for (number, handler) in zip(signals, before) { signal(number, handler) } }
    func areDefault() -> Bool {
      signals.allSatisfy { number in
        var action = sigaction()
        sigaction(number, nil, &action)
        return action.__sigaction_handler.sa_handler == nil
      }
    }
    open()
    #expect(areDefault())
    put("x", row: 0, column: 0)
    draw()
    #expect(areDefault())
  }

  @Test(arguments: ["no-such-terminal", "", "../xterm"])
  func `an unknown terminal is not opened`(term: String) {
    #expect(cnc_open(term, 24, 80) == 0)
  }

  @Test func `the environment does not affect the size`() {
    setenv("LINES", "30000", 1)
    setenv("COLUMNS", "30000", 1)
    defer {
      unsetenv("LINES")
      unsetenv("COLUMNS")
    }
    open("linux")
    put("last", row: 4, column: 16)
    draw()
    #expect(screen.lines.last == String(repeating: " ", count: 16) + "last")
  }
}
